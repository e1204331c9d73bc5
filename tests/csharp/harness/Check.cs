// What a test asks: a condition that holds, or a call that fails with a certain error.
using System;
using Phalanx;

namespace Harness
{
    internal sealed class CheckFailed : Exception
    {
        internal CheckFailed(string what) : base(what)
        {
        }
    }

    internal static class Check
    {
        internal static void That(bool holds, string what)
        {
            if (!holds)
            {
                throw new CheckFailed(what);
            }
        }

        internal static void Equal(long actual, long expected, string what)
        {
            That(actual == expected, what + " is " + actual + ", expected " + expected);
        }

        /// <summary>The call throws a PhalanxException of this name whose text holds all words; returns it.</summary>
        internal static PhalanxException Fails(string name, Action call, params string[] words)
        {
            try
            {
                call();
            }
            catch (PhalanxException exception)
            {
                That(exception.Name == name, "failed with " + exception.Message + ", expected " + name);
                foreach (string word in words)
                {
                    That(exception.Message.Contains(word), "the text \"" + exception.Message + "\" lacks " + word);
                }
                return exception;
            }
            throw new CheckFailed("did not fail with " + name);
        }
    }
}
