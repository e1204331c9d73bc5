// Messages of the library go to Unity's console.
using UnityEngine;

namespace Phalanx
{
    /// <summary>Connects PhalanxLog with the console, in players and in the editor by itself.</summary>
    public static class ConsoleLog
    {
        /// <summary>Does so unless somebody else takes the messages already.</summary>
        [RuntimeInitializeOnLoadMethod(RuntimeInitializeLoadType.SubsystemRegistration)]
        public static void Connect()
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
