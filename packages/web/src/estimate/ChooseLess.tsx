import type { JobParameters } from '@polyparse/contract'
import { useMessages } from '../language/messages.ts'
import { choicesOf } from '../request/choices.ts'
import type { ChosenSource } from '../request/source.ts'
import { go, hrefOf } from '../routing/route.ts'
import { useSession } from '../session/session.tsx'
import { prepareWorkbench } from '../request/workbench-state.ts'

/** Leads from a job that a limit of spending has refused to the choices that would make it cheaper. */
export const ChooseLess = ({
  source,
  parameters,
}: {
  readonly source: ChosenSource
  readonly parameters: JobParameters
}) => {
  const messages = useMessages()
  const { providers: catalog } = useSession()
  const choose = () => {
    prepareWorkbench(source, choicesOf(parameters, catalog))
    go(hrefOf(['advanced']))
  }
  return (
    <button type="button" className="button" onClick={choose}>
      {messages.estimate.chooseLess}
    </button>
  )
}
