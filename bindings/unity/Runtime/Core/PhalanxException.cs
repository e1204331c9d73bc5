// What calls answer: a status, or an exception with the library's own text.
using System;
using System.Text;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>Success, and what comes with it. Errors are exceptions.</summary>
    public enum Status
    {
        /// <summary>Success.</summary>
        Ok = NativeMethods.PHX_OK,
        /// <summary>Success, but somebody ended without a place of his own; the report says more.</summary>
        Partial = NativeMethods.PHX_PARTIAL,
        /// <summary>A job goes on.</summary>
        InProgress = NativeMethods.PHX_IN_PROGRESS,
        /// <summary>A job waits for the hits of its rays.</summary>
        NeedsTraces = NativeMethods.PHX_NEEDS_TRACES,
        /// <summary>There is more than fits; the call tells how much.</summary>
        More = NativeMethods.PHX_MORE,
    }

    /// <summary>A call of the library failed. Its text names the argument, the index and the value.</summary>
    public sealed class PhalanxException : Exception
    {
        /// <summary>The PHX_E number.</summary>
        public int Code { get; }

        /// <summary>The PHX_E name, such as "PHX_E_BUSY".</summary>
        public string Name { get; }

        internal PhalanxException(int code, string text, Exception inner = null)
            : base(NativeText.NameOf(code) + ": " + text, inner)
        {
            Code = code;
            Name = NativeText.NameOf(code);
        }
    }

    /// <summary>Texts that the library hands out.</summary>
    internal static unsafe class NativeText
    {
        internal static string NameOf(int status)
        {
            return Read(NativeMethods.phx_status_name(status));
        }

        /// <summary>The text of the last call on this thread that failed.</summary>
        internal static string LastError()
        {
            const int most = 1024;
            byte* buffer = stackalloc byte[most];
            NativeMethods.phx_last_error(buffer, most);
            return Read(buffer);
        }

        /// <summary>A NUL-terminated UTF-8 text; empty for NULL.</summary>
        internal static string Read(byte* text)
        {
            if (text == null)
            {
                return string.Empty;
            }
            int length = 0;
            while (text[length] != 0)
            {
                ++length;
            }
            return length == 0 ? string.Empty : Encoding.UTF8.GetString(text, length);
        }

        /// <summary>Passes a success on and throws an error. To be called on the thread of the call, before its next one.</summary>
        internal static Status Checked(int status)
        {
            if (status < 0)
            {
                throw new PhalanxException(status, LastError());
            }
            return (Status)status;
        }
    }
}
