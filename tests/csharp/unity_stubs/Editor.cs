// Stand-ins for what the package's editor assembly and its tests name.
using System;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Class)]
    public sealed class InitializeOnLoadAttribute : Attribute
    {
    }

    public static class AssemblyReloadEvents
    {
        public delegate void AssemblyReloadCallback();

#pragma warning disable 67
        public static event AssemblyReloadCallback beforeAssemblyReload;
#pragma warning restore 67
    }

    public static class EditorApplication
    {
#pragma warning disable 67
        public static event Action quitting;
#pragma warning restore 67
    }
}

namespace NUnit.Framework
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class TestAttribute : Attribute
    {
    }

    public static class Assert
    {
        public static void AreEqual(object expected, object actual, string message = null)
        {
            if (!Equals(expected, actual))
            {
                throw new InvalidOperationException(message + ": " + actual + ", expected " + expected);
            }
        }

        public static void IsTrue(bool condition, string message = null)
        {
            if (!condition)
            {
                throw new InvalidOperationException(message);
            }
        }

        public static T Throws<T>(Action code) where T : Exception
        {
            try
            {
                code();
            }
            catch (T expected)
            {
                return expected;
            }
            throw new InvalidOperationException("did not throw");
        }
    }
}
