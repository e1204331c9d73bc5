// Settings of the inspector: each reaches a field of its own, and every field of an order that a designer sets is reached.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
using Phalanx;
using Phalanx.Native;
using UnityEngine;

namespace Harness
{
    internal static unsafe class SettingsTests
    {
        /// <summary>What an order is told beside its settings, or by its script alone.</summary>
        private static readonly string[] ToldElsewhere =
        {
            "struct_size", "reserved", "center", "direction", "points", "previous_slot_count", "debug_key",
        };

        internal static void EachReachesAField()
        {
            using (var context = new PhalanxContext())
            {
                PhxFormationDesc plain = new FormationSettings().Order(context).Native;
                var reached = new List<string>();
                foreach (FieldInfo setting in typeof(FormationSettings).GetFields())
                {
                    var settings = new FormationSettings();
                    setting.SetValue(settings, Other(setting.GetValue(settings)));
                    PhxFormationDesc changed = settings.Order(context).Native;
                    List<string> fields = Differing(&plain, &changed);
                    // Another shape has the same defaults.
                    Check.Equal(fields.Count, 1, setting.Name + " reaches " + string.Join(", ", fields.ToArray()) + ": fields");
                    Check.That(!reached.Contains(fields[0]), setting.Name + " reaches a field that another one reaches");
                    reached.Add(fields[0]);
                }
                foreach (FieldInfo field in typeof(PhxFormationDesc).GetFields())
                {
                    bool elsewhere = Array.IndexOf(ToldElsewhere, field.Name) >= 0;
                    Check.That(reached.Contains(field.Name) != elsewhere, "the inspector has no setting for " + field.Name);
                }
            }
        }

        internal static void GroundDefaults()
        {
            using (var context = new PhalanxContext())
            {
                PhxGround plain, ours;
                NativeMethods.phx_ground_init(context.Id, &plain, (uint)sizeof(PhxGround));
                GroundRules rules = new GroundSettings().Rules();
                NativeMethods.phx_ground_init(context.Id, &ours, (uint)sizeof(PhxGround));
                ours.max_slope_degrees = rules.MaxSlopeDegrees.Value;
                ours.range[0] = rules.RangeBelow.Value;
                ours.range[1] = rules.RangeAbove.Value;
                ours.search_step = rules.SearchStep.Value;
                ours.max_search_rings = (uint)rules.MaxSearchRings.Value;
                ours.max_probes = (ulong)rules.MaxProbes.Value;
                for (int i = 0; i < sizeof(PhxGround); ++i)
                {
                    Check.That(((byte*)&plain)[i] == ((byte*)&ours)[i], "byte " + i + " of a ground that nobody changed");
                }
            }
        }

        /// <summary>Another value of the same kind.</summary>
        private static object Other(object value)
        {
            if (value is bool)
            {
                return !(bool)value;
            }
            if (value is float)
            {
                return (float)value + 2;
            }
            if (value is int)
            {
                return (int)value + 6;
            }
            if (value is Vector2)
            {
                return new Vector2(((Vector2)value).x + 1, ((Vector2)value).y + 2);
            }
            foreach (object other in Enum.GetValues(value.GetType()))
            {
                if (!other.Equals(value))
                {
                    return other;
                }
            }
            throw new CheckFailed("no other value than " + value);
        }

        private static List<string> Differing(PhxFormationDesc* left, PhxFormationDesc* right)
        {
            FieldInfo[] fields = typeof(PhxFormationDesc).GetFields();
            var found = new List<string>();
            for (int at = 0; at < fields.Length; ++at)
            {
                int begin = Marshal.OffsetOf(typeof(PhxFormationDesc), fields[at].Name).ToInt32();
                int end = at + 1 < fields.Length ? Marshal.OffsetOf(typeof(PhxFormationDesc), fields[at + 1].Name).ToInt32() : sizeof(PhxFormationDesc);
                for (int i = begin; i < end; ++i)
                {
                    if (((byte*)left)[i] != ((byte*)right)[i])
                    {
                        found.Add(fields[at].Name);
                        break;
                    }
                }
            }
            return found;
        }
    }
}
