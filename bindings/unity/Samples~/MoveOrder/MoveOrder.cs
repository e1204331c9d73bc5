// A player's move order: drag a line with the right mouse button, or click, and the units form up there.
using Unity.Collections;
using Unity.Mathematics;
using UnityEngine;

namespace Phalanx.Samples
{
    /// <summary>
    /// Put it on an empty object, give it a prefab and the layers of the ground. A drag makes a front along the line, a click a
    /// formation as the settings say. Each unit walks straight to its goal; a game would ask its own path finding.
    /// </summary>
    public sealed class MoveOrder : MonoBehaviour
    {
        private const int MostPoints = 256;

        [SerializeField, Tooltip("What a unit looks like; its pivot stands on the ground.")]
        private Transform prefab = null;

        [SerializeField, Range(1, 20000), Tooltip("Units.")]
        private int count = 200;

        [SerializeField, Min(0), Tooltip("Metres per second.")]
        private float speed = 5;

        [SerializeField, Tooltip("What can be stood on.")]
        private GroundSettings ground = new GroundSettings();

        [SerializeField, Tooltip("The formation of a click; a drawn line keeps its spacing.")]
        private FormationSettings formation = new FormationSettings();

        private Transform[] units;
        private PhalanxContext context;
        private FormUpJob job;
        private NativeArray<float3> positions, goals, line, places;
        private int points;

        private void Awake()
        {
            context = new PhalanxContext(Frame.Unity);
            positions = new NativeArray<float3>(count, Allocator.Persistent);
            goals = new NativeArray<float3>(count, Allocator.Persistent);
            line = new NativeArray<float3>(MostPoints, Allocator.Persistent);
            // A bent line has at most this many places for so many units: rows are whole.
            places = new NativeArray<float3>(4 * count + MostPoints, Allocator.Persistent);
            units = new Transform[count];
            for (int i = 0; i < count; ++i)
            {
                var at = new Vector3(i % 20 * 1.5f, 0, i / 20 * 1.5f);
                units[i] = Instantiate(prefab, at, Quaternion.identity);
                goals[i] = at;
            }
            FormationGizmos gizmos = GetComponent<FormationGizmos>();
            if (gizmos != null)
            {
                gizmos.Show(context);
            }
        }

        private void OnDestroy()
        {
            if (job != null)
            {
                job.Dispose();
            }
            context.Dispose();
            positions.Dispose();
            goals.Dispose();
            line.Dispose();
            places.Dispose();
        }

        private void Update()
        {
            Draw();
            if (job != null && job.Update())
            {
                job.Complete(goals);
                job = null;
            }
            for (int i = 0; i < units.Length; ++i)
            {
                units[i].position = Vector3.MoveTowards(units[i].position, goals[i], speed * Time.deltaTime);
            }
        }

        /// <summary>Takes the points of a line while the button is held, and gives the order when it is let go.</summary>
        private void Draw()
        {
            if (Input.GetMouseButtonDown(1))
            {
                points = 0;
            }
            RaycastHit hit;
            if (Input.GetMouseButton(1) && points < MostPoints
                && Physics.Raycast(Camera.main.ScreenPointToRay(Input.mousePosition), out hit, 10000, ground.Layers.Ground)
                && (points == 0 || Far(hit.point, line[points - 1])))
            {
                line[points++] = hit.point;
            }
            if (Input.GetMouseButtonUp(1) && points > 0)
            {
                Order();
            }
        }

        private void Order()
        {
            for (int i = 0; i < units.Length; ++i)
            {
                positions[i] = units[i].position;
            }
            FormationOrder order = formation.Order(context);
            using (var army = new Army(positions))
            {
                int filled;
                Status status = Formation.Drag(context, line.GetSubArray(0, points), army, order, places, out filled);
                if (status == Status.More)
                {
                    Debug.LogWarning("The line needs " + filled + " places.");
                    return;
                }
                // A new order replaces the one that is not finished.
                if (job != null)
                {
                    job.Dispose();
                }
                job = new FormUpJob(context, army, order, ground);
            }
        }

        private static bool Far(Vector3 point, float3 last)
        {
            Vector3 apart = point - (Vector3)last;
            return apart.x * apart.x + apart.z * apart.z > 0.25f;
        }
    }
}
