import { lazy, Suspense } from 'react'
import { stopUploads } from '../batches/uploads.ts'
import { Busy } from '../design/Busy.tsx'
import { Toasts } from '../design/toast.tsx'
import { forgetAll } from '../job-data/remembered.ts'
import { useMessages } from '../language/messages.ts'
import { useRoute } from '../routing/route.ts'
import { SignedIn } from '../session/session.tsx'
import { HomePage } from '../workbench/HomePage.tsx'
import { AppFrame, type View } from './Frame.tsx'
import { Guard } from './Guard.tsx'

const Workbench = lazy(() => import('../workbench/Workbench.tsx').then(({ Workbench }) => ({ default: Workbench })))
const JobView = lazy(() => import('../jobs/JobView.tsx').then(({ JobView }) => ({ default: JobView })))
const History = lazy(() => import('../jobs/History.tsx').then(({ History }) => ({ default: History })))
const RunsView = lazy(() => import('../runs/RunsView.tsx').then(({ RunsView }) => ({ default: RunsView })))
const Bench = lazy(() => import('../bench/Bench.tsx').then(({ BenchView: Bench }) => ({ default: Bench })))
const BatchView = lazy(() => import('../batches/BatchView.tsx').then(({ BatchView }) => ({ default: BatchView })))
const ExtractView = lazy(() =>
  import('../extraction/ExtractView.tsx').then(({ ExtractView }) => ({ default: ExtractView })),
)
const BatchValues = lazy(() =>
  import('../extraction/BatchValues.tsx').then(({ BatchValues }) => ({ default: BatchValues })),
)
const Admin = lazy(() => import('../admin/Admin.tsx').then(({ Admin }) => ({ default: Admin })))
const SharedView = lazy(() => import('../jobs/SharedView.tsx').then(({ SharedView }) => ({ default: SharedView })))
const LazyApiReference = lazy(() =>
  import('../reference/Reference.tsx').then(({ ApiReference: Reference }) => ({ default: Reference })),
)

/** `/docs/api` is the reference, `/shared` what a link shows; every other view is after the `#` of `/`. */
export const App = () => {
  const messages = useMessages()
  const { pathname } = location
  return (
    <Toasts>
      {pathname === '/shared' ? (
        <AppFrame view={null}>
          <Guard>
            <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
              <SharedView />
            </Suspense>
          </Guard>
        </AppFrame>
      ) : pathname === '/docs/api' ? (
        <AppFrame view="docs">
          <Guard>
            <Suspense fallback={<Busy>{messages.common.loadingReference}</Busy>}>
              <LazyApiReference />
            </Suspense>
          </Guard>
        </AppFrame>
      ) : (
        <Views />
      )}
    </Toasts>
  )
}

const Views = () => {
  const messages = useMessages()
  const { path, query } = useRoute()
  const [view, id] = path
  // The link of a preset is for the form.
  const isForm = view === 'advanced' || (view === undefined && query['preset'] !== undefined)
  if (view === 'admin')
    return (
      <AppFrame view="admin">
        <Guard key="admin">
          <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
            <Admin />
          </Suspense>
        </Guard>
      </AppFrame>
    )
  return (
    <SignedInFrame
      view={view === 'batches' || view === 'runs' ? 'jobs' : view === 'jobs' || view === 'bench' ? view : 'workbench'}
    >
      <Guard key={isForm ? 'advanced' : (id ?? view ?? 'start')}>
        <Suspense fallback={<Busy>{messages.common.loading}</Busy>}>
          {view === 'bench' ? (
            <Bench />
          ) : view === 'batches' && id !== undefined && path[2] === 'values' ? (
            <BatchValues key={id} id={id} />
          ) : view === 'batches' && id !== undefined ? (
            <BatchView key={id} id={id} />
          ) : view === 'runs' && id !== undefined ? (
            <RunsView />
          ) : view === 'extract' ? (
            <ExtractView />
          ) : isForm ? (
            <Workbench />
          ) : view !== 'jobs' ? (
            <HomePage />
          ) : id === undefined ? (
            <History />
          ) : (
            <JobView key={id} id={id} />
          )}
        </Suspense>
      </Guard>
    </SignedInFrame>
  )
}

const SignedInFrame = ({ view, children }: { readonly view: View; readonly children: React.ReactNode }) => (
  <AppFrame view={view}>
    <SignedIn onLeave={forgetWork}>{children}</SignedIn>
  </AppFrame>
)

/** Forgets what was sent and made in this tab. */
const forgetWork = (): void => {
  stopUploads()
  forgetAll()
}
