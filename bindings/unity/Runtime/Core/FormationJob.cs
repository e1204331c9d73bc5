// An order that is carried out over several frames, and whose rays the caller answers when it likes.
using System;
using Phalanx.Native;

namespace Phalanx
{
    /// <summary>
    /// A job that forms up an army: its inputs are copied, and it never calls back. It gives the same bytes as the direct call with
    /// the same answers. Poll it; when it needs traces, take its rays and submit their hits; when it is done, finish it. It ends
    /// with Finish, with Dispose, or with its context. All members may be called on any thread.
    /// </summary>
    public sealed unsafe class FormationJob : IDisposable
    {
        private readonly PhalanxContext context;
        private readonly object ending = new object();
        private ulong job;

        private FormationJob(PhalanxContext context, ulong job, int count)
        {
            this.context = context;
            this.job = job;
            Count = count;
        }

        /// <summary>Agents that it is about.</summary>
        public int Count { get; }

        /// <summary>The handle for NativeMethods; 0 once the job is gone.</summary>
        public ulong Id
        {
            get { return job; }
        }

        /// <summary>Begins. ground: what its hits will mean, or null to stand anywhere without a ray.</summary>
        public static FormationJob Start(PhalanxContext context, Army army, FormationOrder order, GroundRules ground)
        {
            if (army == null)
            {
                throw new ArgumentNullException(nameof(army));
            }
            if (order == null)
            {
                throw new ArgumentNullException(nameof(order));
            }
            fixed (PhxAgents* agents = &army.Native)
            fixed (PhxFormationDesc* desc = &order.Native)
            {
                return Start(context, agents, desc, ground);
            }
        }

        /// <summary>The same from the C header's structs.</summary>
        public static FormationJob Start(PhalanxContext context, PhxAgents* agents, PhxFormationDesc* desc, GroundRules ground)
        {
            if (context == null)
            {
                throw new ArgumentNullException(nameof(context));
            }
            ulong id = context.Enter();
            try
            {
                PhxGround described;
                if (ground != null)
                {
                    ground.Describe(id, &described);
                }
                ulong made = 0;
                NativeText.Checked(NativeMethods.phx_job_form_up(id, agents, desc, ground == null ? null : &described, &made));
                return new FormationJob(context, made, checked((int)agents->count));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Where it stands: InProgress, NeedsTraces, or Ok and Partial once it can be finished. Never blocks.</summary>
        public Status Poll()
        {
            ulong id = context.Enter();
            try
            {
                return NativeText.Checked(NativeMethods.phx_job_poll(id, job, null));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>The same, with how far it is.</summary>
        public Status Poll(out PhxJobInfo info)
        {
            ulong id = context.Enter();
            try
            {
                PhxJobInfo told;
                NativeText.Checked(NativeMethods.phx_job_info_init(&told, (uint)sizeof(PhxJobInfo)));
                Status status = NativeText.Checked(NativeMethods.phx_job_poll(id, job, &told));
                info = told;
                return status;
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Works on this thread for about so many microseconds: for contexts with one thread, and for time slices.</summary>
        public Status Step(long microseconds)
        {
            ulong id = context.Enter();
            try
            {
                return NativeText.Checked(NativeMethods.phx_job_step(id, job, checked((ulong)microseconds)));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Works or waits until it is done, needs hits, or so many milliseconds are over.</summary>
        public Status Wait(uint milliseconds = NativeMethods.PHX_NO_LIMIT)
        {
            ulong id = context.Enter();
            try
            {
                return NativeText.Checked(NativeMethods.phx_job_wait(id, job, milliseconds));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Takes rays that wait, each once, and returns how many. Status.More: others wait too.</summary>
        public Status TakeRays(PhxRay* rays, int capacity, out int count)
        {
            ulong id = context.Enter();
            try
            {
                ulong taken = 0;
                Status status = NativeText.Checked(NativeMethods.phx_job_take_rays(id, job, rays, checked((ulong)capacity), &taken));
                count = (int)taken;
                return status;
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Answers rays, by their ids, in any order and any number of calls.</summary>
        public Status SubmitHits(PhxHit* hits, int count)
        {
            ulong id = context.Enter();
            try
            {
                return NativeText.Checked(NativeMethods.phx_job_submit_hits(id, job, hits, checked((ulong)count)));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Cancels it, in any state; its calls throw PHX_E_CANCELLED from now on.</summary>
        public void Cancel()
        {
            ulong id = context.Enter();
            try
            {
                NativeText.Checked(NativeMethods.phx_job_cancel(id, job));
            }
            finally
            {
                context.Leave();
            }
        }

        /// <summary>Writes the results and ends the job; InProgress or NeedsTraces: it is not done, and nothing happens.</summary>
        public Status Finish(FormationResult result)
        {
            if (result == null)
            {
                throw new ArgumentNullException(nameof(result));
            }
            try
            {
                PhxFormationOut outputs = result.Outputs(Count);
                fixed (PhxFormationReport* report = &result.Report)
                {
                    return result.Status = Finish(&outputs, report);
                }
            }
            finally
            {
                result.Release();
            }
        }

        /// <summary>The same into the C header's structs; report may be null.</summary>
        public Status Finish(PhxFormationOut* outputs, PhxFormationReport* report)
        {
            lock (ending)
            {
                ulong id = context.Enter();
                try
                {
                    int status = NativeMethods.phx_job_finish_form_up(id, job, outputs, report);
                    if (status == NativeMethods.PHX_OK || status == NativeMethods.PHX_PARTIAL)
                    {
                        job = 0;
                    }
                    return NativeText.Checked(status);
                }
                finally
                {
                    context.Leave();
                }
            }
        }

        /// <summary>Cancels the job and frees it, unless it is gone already.</summary>
        public void Dispose()
        {
            lock (ending)
            {
                if (job == 0 || context.IsClosed)
                {
                    return;
                }
                ulong id = context.Enter();
                try
                {
                    // What these answer does not matter: the job is gone afterwards, whatever it was.
                    NativeMethods.phx_job_cancel(id, job);
                    NativeMethods.phx_job_finish_form_up(id, job, null, null);
                    job = 0;
                }
                finally
                {
                    context.Leave();
                }
            }
        }
    }
}
