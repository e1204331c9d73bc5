// Messages of the library go to Unity's console.
using UnityEngine;

namespace Phalanx
{
    internal static class ConsoleLog
    {
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        private static void Connect()
        {
            if (PhalanxLog.Sink == null)
            {
                PhalanxLog.Sink = Write;
            }
        }

        private static void Write(LogLevel level, string text)
        {
            if (level == LogLevel.Error)
            {
                Debug.LogError("Phalanx: " + text);
            }
            else
            {
                Debug.LogWarning("Phalanx: " + text);
            }
        }
    }
}
