// Stand-ins for the engine's types that the package names. Physics is a method that a test sets.
using System;
using Unity.Collections;
using Unity.Jobs;

namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;

        public Vector2(float x, float y)
        {
            this.x = x;
            this.y = y;
        }
    }

    public struct Vector3
    {
        public float x, y, z;

        public Vector3(float x, float y, float z)
        {
            this.x = x;
            this.y = y;
            this.z = z;
        }

        public static Vector3 up
        {
            get { return new Vector3(0, 1, 0); }
        }

        public Vector3 normalized
        {
            get { return this; }
        }

        public static Vector3 Cross(Vector3 left, Vector3 right)
        {
            return new Vector3(left.y * right.z - left.z * right.y, left.z * right.x - left.x * right.z, left.x * right.y - left.y * right.x);
        }

        public static Vector3 MoveTowards(Vector3 current, Vector3 target, float most)
        {
            return target;
        }

        public static Vector3 operator +(Vector3 left, Vector3 right)
        {
            return new Vector3(left.x + right.x, left.y + right.y, left.z + right.z);
        }

        public static Vector3 operator -(Vector3 left, Vector3 right)
        {
            return new Vector3(left.x - right.x, left.y - right.y, left.z - right.z);
        }

        public static Vector3 operator *(Vector3 vector, float factor)
        {
            return new Vector3(vector.x * factor, vector.y * factor, vector.z * factor);
        }
    }

    public struct Quaternion
    {
        public static Quaternion identity
        {
            get { return default(Quaternion); }
        }
    }

    public struct Color32
    {
        public byte r, g, b, a;

        public Color32(byte r, byte g, byte b, byte a)
        {
            this.r = r;
            this.g = g;
            this.b = b;
            this.a = a;
        }
    }

    public struct LayerMask
    {
        public int value { get; set; }

        public static implicit operator int(LayerMask mask)
        {
            return mask.value;
        }

        public static implicit operator LayerMask(int value)
        {
            return new LayerMask { value = value };
        }
    }

    public class Object
    {
        public static T Instantiate<T>(T original, Vector3 position, Quaternion rotation) where T : Object
        {
            return original;
        }

        public static void Destroy(Object destroyed)
        {
        }
    }

    public class GameObject : Object
    {
        public int layer;
    }

    public class Component : Object
    {
        public GameObject gameObject = new GameObject();
        public Transform transform;

        public T GetComponent<T>()
        {
            return default(T);
        }
    }

    public class Transform : Component
    {
        public Vector3 position;
    }

    public class Behaviour : Component
    {
    }

    public class MonoBehaviour : Behaviour
    {
    }

    public class Collider : Component
    {
    }

    public struct Ray
    {
    }

    public class Camera : Behaviour
    {
        public static Camera main
        {
            get { return null; }
        }

        public Ray ScreenPointToRay(Vector3 point)
        {
            return default(Ray);
        }
    }

    public static class Input
    {
        public static Vector3 mousePosition;

        public static bool GetMouseButton(int button)
        {
            return false;
        }

        public static bool GetMouseButtonDown(int button)
        {
            return false;
        }

        public static bool GetMouseButtonUp(int button)
        {
            return false;
        }
    }

    public struct RaycastHit
    {
        internal int colliderNumber;

        public Vector3 point { get; set; }

        public Vector3 normal { get; set; }

        public Collider collider
        {
            get { return StandInPhysics.ColliderOf(colliderNumber); }
        }
    }

    /// <summary>What a test says that rays meet.</summary>
    public static class StandInPhysics
    {
        public delegate bool Answer(Vector3 origin, Vector3 direction, float distance, int layers, out Vector3 point, out Vector3 normal, out int layer);

        /// <summary>One collider for each layer.</summary>
        private static readonly Collider[] colliders = new Collider[32];

        public static Answer Answers;
        public static int Asked;

        internal static Collider ColliderOf(int number)
        {
            return number == 0 ? null : colliders[number - 1];
        }

        internal static RaycastHit Cast(Vector3 origin, Vector3 direction, float distance, int layers)
        {
            ++Asked;
            var hit = default(RaycastHit);
            Vector3 point, normal;
            int layer;
            if (Answers(origin, direction, distance, layers, out point, out normal, out layer))
            {
                colliders[layer] = colliders[layer] ?? new Collider();
                colliders[layer].gameObject.layer = layer;
                hit.point = point;
                hit.normal = normal;
                hit.colliderNumber = layer + 1;
            }
            return hit;
        }
    }

    public static class Physics
    {
        public static bool Raycast(Ray ray, out RaycastHit hit, float maxDistance, int layerMask)
        {
            hit = default(RaycastHit);
            return false;
        }
    }

#if UNITY_2022_2_OR_NEWER
    public struct QueryParameters
    {
        internal int layers;

        public QueryParameters(int layerMask)
        {
            layers = layerMask;
        }
    }
#endif

    public struct RaycastCommand
    {
        private Vector3 origin, direction;
        private float distance;
        private int layers;

#if UNITY_2022_2_OR_NEWER
        public RaycastCommand(Vector3 from, Vector3 direction, QueryParameters queryParameters, float distance)
            : this(from, direction, distance, queryParameters.layers)
        {
        }

        private RaycastCommand(Vector3 from, Vector3 direction, float distance, int layers)
#else
        public RaycastCommand(Vector3 from, Vector3 direction, float distance, int layers, int maxHits)
#endif
        {
            origin = from;
            this.direction = direction;
            this.distance = distance;
            this.layers = layers;
        }

        public static JobHandle ScheduleBatch(NativeArray<RaycastCommand> commands, NativeArray<RaycastHit> results, int minCommandsPerJob, JobHandle dependsOn)
        {
            for (int i = 0; i < commands.Length; ++i)
            {
                RaycastCommand command = commands[i];
                results[i] = StandInPhysics.Cast(command.origin, command.direction, command.distance, command.layers);
            }
            return default(JobHandle);
        }
    }

    public static class Gizmos
    {
        public static Color32 color;
        public static int Lines;

        public static void DrawLine(Vector3 from, Vector3 to)
        {
            ++Lines;
        }
    }

    public static class Debug
    {
        public static void Log(object message)
        {
            Console.WriteLine(message);
        }

        public static void LogError(object message)
        {
        }

        public static void LogWarning(object message)
        {
        }
    }

    public static class Mathf
    {
        public const float PI = (float)Math.PI;

        public static float Cos(float angle)
        {
            return (float)Math.Cos(angle);
        }

        public static float Sin(float angle)
        {
            return (float)Math.Sin(angle);
        }

        public static int NextPowerOfTwo(int value)
        {
            int power = 1;
            while (power < value)
            {
                power *= 2;
            }
            return power;
        }
    }

    public static class Time
    {
        public static float time, deltaTime;
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class TooltipAttribute : Attribute
    {
        public TooltipAttribute(string tooltip)
        {
        }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class RangeAttribute : Attribute
    {
        public RangeAttribute(float least, float most)
        {
        }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class MinAttribute : Attribute
    {
        public MinAttribute(float least)
        {
        }
    }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class AddComponentMenu : Attribute
    {
        public AddComponentMenu(string name)
        {
        }
    }

    public enum RuntimeInitializeLoadType
    {
        SubsystemRegistration = 4,
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class RuntimeInitializeOnLoadMethodAttribute : Attribute
    {
        public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType loadType)
        {
        }
    }
}

namespace UnityEngine.TestTools
{
    [AttributeUsage(AttributeTargets.Method)]
    public sealed class UnityTestAttribute : Attribute
    {
    }
}
