import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import { cardQuery } from '../../../components/loading/card-query.ts'
import { CardState } from '../../../components/loading/card-state.tsx'
import { ControlLink } from '../../../components/control-link.tsx'
import { Link } from '../../../components/link.tsx'
import { failureText } from '../../../lib/requests/query.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { agencyCommandPaths, executeButton } from '../../agency-commands/paths.ts'
import { DownloadButton } from '../download-button.tsx'
import { logFile } from '../downloads.ts'
import { fileMessages } from '../messages.ts'
import { agencyFilePaths } from '../paths.ts'
import { FileName } from '../file-name.tsx'
import { isMatchCutOff } from './highlight.ts'
import { hitText } from './hit-steps.ts'
import { LogLines, LogProblem } from './log-lines.tsx'
import { pageQuery } from './log-pages.ts'
import { LogParts } from './log-parts.tsx'
import { type LogView, LogToolbar } from './log-toolbar.tsx'
import styles from './log-viewer.module.css'
import { isUtf8Text } from './log-windows.ts'
import { type LogHit, useLogHits } from './use-log-hits.ts'
import { useLogPlace, useStepByEnter } from './use-log-place.ts'
import { LogRows, type LogRowsProps } from './log-rows.tsx'
import { type Target, useLogScroll } from './use-log-scroll.ts'

interface LogViewerProps {
  agencyId: number
  name: string
}

const followMs = 10_000
const restMs = 300
const firstView: LogView = { text: '', level: '', wrap: false, follow: false }

/** A log in the page: all its lines, or those of one level; searched on the server. */
export function LogViewer({ agencyId, name }: LogViewerProps) {
  const [look, setLook] = useState(firstView)
  const queries = useQueryClient()
  const head = useQuery({
    ...pageQuery(agencyId, name, 1),
    refetchInterval: look.follow ? followMs : false,
  })
  const refresh = (): void => {
    for (const call of [agencyFiles.logLines, agencyFiles.searchLog])
      void queries.invalidateQueries({ queryKey: [call.module, call.name] })
  }
  const loaded = head.data
  return (
    <section className={styles.viewer} aria-labelledby="log-title">
      <div className={styles.head}>
        <Link href={agencyFilePaths.downloads(agencyId)} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          Downloads
        </Link>
        <h2 id="log-title">
          <FileName name={name} />
        </h2>
        <span className={styles.end}>
          <ControlLink href={agencyCommandPaths.fill(agencyId, 'log', name)} focus={executeButton}>
            Ask for a fresh log
          </ControlLink>
          <DownloadButton wanted={logFile(agencyId, name)} what={name} name={name} />
        </span>
      </div>
      <CardState
        what="log"
        {...cardQuery(head, failureText(head.error, fileMessages.wentWrong))}
        empty={loaded === null ? fileMessages.noLog : null}
      >
        {loaded && (
          <LogBody
            agencyId={agencyId}
            name={name}
            totalLines={loaded.totalLines}
            version={loaded.version}
            isText={isUtf8Text(loaded.lines)}
            look={look}
            onLook={(change) => setLook({ ...look, ...change })}
            onRefresh={refresh}
            refreshing={head.isFetching}
          />
        )}
      </CardState>
    </section>
  )
}

interface LogBodyProps extends LogViewerProps {
  totalLines: number
  version: string
  /** False where bytes of it stand for no letters. */
  isText: boolean
  look: LogView
  onLook: (change: Partial<LogView>) => void
  onRefresh: () => void
  refreshing: boolean
}

function LogBody(props: LogBodyProps) {
  const { agencyId, name, totalLines, version, look, onLook, onRefresh, refreshing } = props
  const shown = { version, refresh: onRefresh }
  const text = useDebounced(look.text, restMs)
  const asked = { text, level: look.level }
  const { hits, isFull, isSearching, hasLongLine, read } = useLogHits(agencyId, name, asked, shown)
  const place = useLogPlace({ totalLines, look, onLook })
  // The matches are those of an earlier text until the one in the field has been searched for.
  const isAnswered = text === look.text && (hits.length > 0 || !isSearching)
  const enter = useStepByEnter(isAnswered, (by) => place.step(hits, by))
  const isFiltered = look.level !== ''
  const hit = hits.findIndex(({ line }) => line === place.line)
  const isCutOff = isMatchCutOff(hits[hit]?.text ?? '', text)
  const rows = {
    label: `Lines of ${name}`,
    wrap: look.wrap,
    searched: text,
    current: place.line,
  }
  return (
    <>
      <LogToolbar
        look={look}
        onLook={place.change}
        found={text === '' && !isFiltered ? '' : hitText(hit, hits.length, { isSearching, isFull })}
        noStep={hits.length === 0 ? 'There is no match to go to.' : undefined}
        onStep={(by) => place.step(hits, by)}
        onEnter={enter}
        totalLines={totalLines}
        onLine={place.goToLine}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      <LogProblem read={read} />
      {isFiltered ? (
        <LogHitList
          {...rows}
          hits={hits}
          isSearching={isSearching}
          follow={look.follow}
          target={place.filteredTarget}
        />
      ) : (
        <>
          <LogLines
            key={place.part.index}
            {...rows}
            agencyId={agencyId}
            name={name}
            part={place.part}
            shown={shown}
            target={place.target}
          />
          <LogParts part={place.part} totalLines={totalLines} onPart={place.goToPart} />
        </>
      )}
      <Limits isCutOff={isCutOff} isPassedOver={text !== '' && hasLongLine} isText={props.isText} />
    </>
  )
}

interface LimitsProps {
  isCutOff: boolean
  isPassedOver: boolean
  isText: boolean
}

/** What is not shown as it is, or was not searched, announced when it happens. */
function Limits({ isCutOff, isPassedOver, isText }: LimitsProps) {
  return (
    <>
      <p className={styles.note} role="status">
        {isCutOff && fileMessages.matchCutOff} {isPassedOver && fileMessages.longLine}
      </p>
      {!isText && <p className={styles.note}>{fileMessages.notUtf8}</p>}
    </>
  )
}

interface LogHitListProps extends Omit<LogRowsProps, 'scroll' | 'rowAt'> {
  hits: readonly LogHit[]
  isSearching: boolean
  /** Shows the last of them, and every one that comes. */
  follow: boolean
  target: Target | null
}

/** Only the matching lines, with their own numbers. */
function LogHitList({ hits, isSearching, follow, target, ...rows }: LogHitListProps) {
  const last = hits.length - 1
  const end = useMemo((): Target => ({ index: last, align: 'end' }), [last])
  const scroll = useLogScroll(hits.length, { wrap: rows.wrap, target: follow ? end : target })
  if (hits.length === 0)
    return <p className={styles.empty}>{isSearching ? 'Searching…' : 'No line matches.'}</p>
  return <LogRows {...rows} scroll={scroll} rowAt={(index) => hits[index] ?? { line: 0, text: undefined }} />
}
