import type { CompareResult } from '@polyparse/contract'
import { hrefOf } from '../routing/route.ts'

/** From the comparison to the reading of one provider, and back. */
export const ReadingSwitch = ({
  id,
  compared,
  shown,
}: {
  readonly id: string
  readonly compared: CompareResult
  readonly shown: string | null
}) => (
  <nav className="reading-switch" aria-label="Readings">
    <a href={hrefOf(['jobs', id])} aria-current={shown === null ? 'page' : undefined}>
      Comparison
    </a>
    {compared.providers.map(
      ({ provider, status }, hue) =>
        status === 'parsed' && (
          <a
            key={provider}
            className={`hue-${hue % 10}`}
            href={hrefOf(['jobs', id, provider])}
            aria-current={shown === provider ? 'page' : undefined}
          >
            <span className="swatch" aria-hidden />
            {provider}
          </a>
        ),
    )}
  </nav>
)
