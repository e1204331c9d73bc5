// The runtime module: context, traces, debug drawing, Blueprint functions and the Mass processor.

using UnrealBuildTool;

public class Phalanx : ModuleRules
{
	public Phalanx(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		CppStandard = CppStandardVersion.Cpp20;

		PublicDependencyModuleNames.AddRange(new[]
		{
			"Core",
			"CoreUObject",
			"Engine",
			"DeveloperSettings",
			"MassEntity",
			"MassCommon",
			"MassSpawner",
			"PhalanxLibrary",
		});

		PrivateDependencyModuleNames.AddRange(new[]
		{
			"Projects",
		});

		// Mass's headers lean on it; since 5.5 it is part of CoreUObject.
		if (Target.Version.MajorVersion == 5 && Target.Version.MinorVersion < 5)
		{
			PublicDependencyModuleNames.Add("StructUtils");
		}
	}
}
