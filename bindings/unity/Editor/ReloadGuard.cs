// Scripts change, the editor unloads them: whatever the library still has of them ends before that.
using UnityEditor;
using UnityEngine;

namespace Phalanx.Editor
{
    [InitializeOnLoad]
    internal static class ReloadGuard
    {
        static ReloadGuard()
        {
            ConsoleLog.Connect();
            AssemblyReloadEvents.beforeAssemblyReload += Shutdown;
            EditorApplication.quitting += Shutdown;
        }

        private static void Shutdown()
        {
            try
            {
                PhalanxLibrary.Shutdown();
            }
            catch (PhalanxException exception)
            {
                // A thread that is still inside a call: it holds nothing of the scripts but its own frame.
                Debug.LogWarning(exception.Message);
            }
            catch (System.DllNotFoundException)
            {
                // There is no binary for this machine in Runtime/Plugins, and so nothing to end.
            }
        }
    }
}
