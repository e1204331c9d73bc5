// The mark of a static method that native code calls.
using System;

namespace Phalanx
{
    /// <summary>
    /// IL2CPP and Mono's ahead-of-time compiler look for an attribute of this name, whatever its namespace: without it a call
    /// from native code fails at run time.
    /// </summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type delegateType)
        {
        }
    }
}
