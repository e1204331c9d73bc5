// Runs the Start of each script that it was compiled with, as the engine would, and fails if there is none.
using System;
using System.Reflection;
using UnityEngine;

internal static class Program
{
    private static int Main()
    {
        int started = 0;
        foreach (Type type in Assembly.GetExecutingAssembly().GetTypes())
        {
            MethodInfo start = type.GetMethod("Start", BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, null, Type.EmptyTypes, null);
            if (typeof(MonoBehaviour).IsAssignableFrom(type) && start != null && type.Namespace == null)
            {
                start.Invoke(Activator.CreateInstance(type), null);
                ++started;
            }
        }
        return started > 0 ? 0 : 1;
    }
}
