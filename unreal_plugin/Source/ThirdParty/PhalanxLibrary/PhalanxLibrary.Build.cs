// The native library: where its headers and its files for each platform lie. README.md beside this file lists them.

using System.IO;
using UnrealBuildTool;

public class PhalanxLibrary : ModuleRules
{
	public PhalanxLibrary(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;

		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "include"));
		// One meaning of phalanx.hpp in every module, whatever each says about exceptions: calls answer a status.
		PublicDefinitions.Add("PHALANX_NO_EXCEPTIONS=1");

		string Libraries = Path.Combine(ModuleDirectory, "lib", Target.Platform.ToString());
		// A shared library is loaded from here, in the editor and in a packaged game alike.
		string Binaries = "$(PluginDir)/Binaries/ThirdParty/PhalanxLibrary/" + Target.Platform.ToString();

		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			PublicAdditionalLibraries.Add(Path.Combine(Libraries, "phalanx.dll.lib"));
			PublicDelayLoadDLLs.Add("phalanx.dll");
			RuntimeDependencies.Add(Binaries + "/phalanx.dll");
		}
		else if (Target.Platform == UnrealTargetPlatform.Linux)
		{
			string Shared = Path.Combine(PluginDirectory, "Binaries", "ThirdParty", "PhalanxLibrary", "Linux", "libphalanx.so");
			PublicAdditionalLibraries.Add(Shared);
			PublicDelayLoadDLLs.Add(Shared);
			RuntimeDependencies.Add(Binaries + "/libphalanx.so");
		}
		else if (Target.Platform == UnrealTargetPlatform.Mac)
		{
			string Shared = Path.Combine(PluginDirectory, "Binaries", "ThirdParty", "PhalanxLibrary", "Mac", "libphalanx.dylib");
			PublicAdditionalLibraries.Add(Shared);
			PublicDelayLoadDLLs.Add(Shared);
			RuntimeDependencies.Add(Binaries + "/libphalanx.dylib");
		}
		else
		{
			throw new BuildException("Phalanx has no library for " + Target.Platform.ToString());
		}
	}
}
