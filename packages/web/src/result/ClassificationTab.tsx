import type { ClassificationValue } from '@polyparse/document/schema'
import { CopyButton } from '../design/CopyButton.tsx'
import { formatShare, pagesInShort } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { blockOfField } from './doubts.ts'
import { SaveButton } from './MarkupTab.tsx'
import { LinkToPage } from './PageLink.tsx'
import type { ResultReading } from './reading.ts'
import type { Spot } from './spot.ts'
import './extraction.css'

type ClassificationTabProps = {
  readonly classification: ClassificationValue
  readonly reading: ResultReading | null
  /** The name of the document, for files. */
  readonly name: string
  /** Shows words on their page, and the block that they are in. */
  readonly onSpot: (spot: Spot, block: string) => void
}

/** The label of the document, or of each range of its pages, with the words that say so and their places. */
export const ClassificationTab = ({ classification, reading, name, onSpot }: ClassificationTabProps) => {
  const messages = useMessages()
  const { classification: words, result: texts } = useViewMessages()
  const json = () => `${JSON.stringify(classification, null, 2)}\n`
  return (
    <>
      <div className="tab-bar">
        <span className="pane-space" />
        <CopyButton quiet label="JSON" what={messages.outputs.classification} text={json} />
        <SaveButton label="JSON" text={json} file={`${name}.classification.json`} type="application/json" />
      </div>
      <div className="panel-body fills">
        <div className="rendered-scroll extracted">
          <table className="fields">
            <thead>
              <tr>
                <th scope="col">{words.label}</th>
                <th scope="col">{messages.workbench.pages}</th>
                <th scope="col">{texts.confidence}</th>
                <th scope="col">{words.evidence}</th>
              </tr>
            </thead>
            <tbody>
              {classification.ranges.map(({ label, pages, confidence, evidence }) => (
                <tr key={pages[0]}>
                  <td dir="auto">{label ?? <span className="muted">{words.unlabelled}</span>}</td>
                  <td>{pagesInShort(pages)}</td>
                  <td>{label !== null && formatShare(confidence)}</td>
                  <td>
                    <ul>
                      {evidence.map(({ page, bbox, text }, index) => (
                        // oxlint-disable-next-line react/no-array-index-key -- the same words may be there twice
                        <li key={index}>
                          <span dir="auto">{text}</span>{' '}
                          <LinkToPage
                            page={page}
                            onGo={() =>
                              onSpot(
                                { page, bbox },
                                reading === null ? '' : (blockOfField(reading, { page, bbox })?.id ?? ''),
                              )
                            }
                          />
                        </li>
                      ))}
                    </ul>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  )
}
