// Debug items of a context as gizmos in the scene view.
using Phalanx.Native;
using UnityEngine;

namespace Phalanx
{
    /// <summary>
    /// Draws what the orders of a context ask for (FormationSettings.Debug) for some seconds. Give it the context by Show; it holds no
    /// reference of the library's.
    /// </summary>
    [AddComponentMenu("Phalanx/Formation Gizmos")]
    public sealed unsafe class FormationGizmos : MonoBehaviour
    {
        private const int Corners = 24;

        [Min(0), Tooltip("Seconds for which the items of an order stay.")]
        public float Seconds = 5;

        [Min(1), Tooltip("Items that are shown at the same time, at most.")]
        public int Capacity = 16384;

        private PhalanxContext context;
        private PhxDebugItem[] incoming = new PhxDebugItem[0];
        // A ring: the oldest item stands at first, and goes when its time is over or its place is needed.
        private PhxDebugItem[] shown = new PhxDebugItem[0];
        private float[] until = new float[0];
        private int first, count;

        /// <summary>Shows the items of this context from now on, or none for null.</summary>
        public void Show(PhalanxContext shownContext, DebugCategories categories = DebugCategories.All)
        {
            context = shownContext;
            if (context != null)
            {
                context.EnableDebug(categories, Capacity);
            }
        }

        private void Update()
        {
            if (context == null || context.IsClosed)
            {
                return;
            }
            if (incoming.Length != Capacity)
            {
                incoming = new PhxDebugItem[Capacity];
                shown = new PhxDebugItem[Capacity];
                until = new float[Capacity];
                first = count = 0;
            }
            while (count > 0 && Time.time > until[first])
            {
                DropOldest();
            }
            long dropped;
            int polled = context.PollDebug(incoming, out dropped);
            for (int i = 0; i < polled; ++i)
            {
                if (count == Capacity)
                {
                    DropOldest();
                }
                int at = (first + count++) % Capacity;
                shown[at] = incoming[i];
                until[at] = Time.time + Seconds;
            }
        }

        private void DropOldest()
        {
            first = (first + 1) % Capacity;
            --count;
        }

        private void OnDrawGizmos()
        {
            for (int i = 0; i < count; ++i)
            {
                Draw(ref shown[(first + i) % shown.Length]);
            }
        }

        private static void Draw(ref PhxDebugItem item)
        {
            fixed (PhxDebugItem* drawn = &item)
            {
                var from = new Vector3((float)drawn->from[0], (float)drawn->from[1], (float)drawn->from[2]);
                var to = new Vector3((float)drawn->to[0], (float)drawn->to[1], (float)drawn->to[2]);
                uint color = drawn->color;
                Gizmos.color = new Color32((byte)(color >> 24), (byte)(color >> 16), (byte)(color >> 8), (byte)color);
                if (drawn->kind == NativeMethods.PHX_DEBUG_KIND_ARROW)
                {
                    Arrow(from, to, drawn->radius);
                }
                else
                {
                    Circle(from, drawn->radius);
                }
            }
        }

        private static void Arrow(Vector3 from, Vector3 to, float width)
        {
            Gizmos.DrawLine(from, to);
            Vector3 back = (from - to).normalized * width;
            Vector3 side = Vector3.Cross(back, Vector3.up) * 0.5f;
            Gizmos.DrawLine(to, to + back + side);
            Gizmos.DrawLine(to, to + back - side);
        }

        private static void Circle(Vector3 center, float radius)
        {
            Vector3 last = center + new Vector3(radius, 0, 0);
            for (int corner = 1; corner <= Corners; ++corner)
            {
                float angle = corner * (2 * Mathf.PI / Corners);
                Vector3 next = center + new Vector3(Mathf.Cos(angle) * radius, 0, Mathf.Sin(angle) * radius);
                Gizmos.DrawLine(last, next);
                last = next;
            }
        }
    }
}
