import { agencyFiles } from '@agency-support/contract/modules/agency-files'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { CardState } from '../../../kit/card-state.tsx'
import { Link } from '../../../kit/link.tsx'
import { failureText } from '../../../lib/query.ts'
import { agencyCommandPaths } from '../../agency-commands/paths.ts'
import { DownloadButton } from '../download-button.tsx'
import { logFile } from '../downloads.ts'
import { fileMessages } from '../messages.ts'
import { agencyFilePaths } from '../paths.ts'
import { hitText, stepTo } from './hit-steps.ts'
import { LogHitList } from './log-hit-list.tsx'
import { LogLines, LogProblem } from './log-lines.tsx'
import { pageQuery } from './log-pages.ts'
import { LogParts } from './log-parts.tsx'
import { type LogLook, LogToolbar } from './log-toolbar.tsx'
import styles from './log-viewer.module.css'
import { partAt, partCount, partOfLine } from './log-windows.ts'
import { useLogHits } from './use-log-hits.ts'
import type { Target } from './use-log-scroll.ts'

interface LogViewerProps {
  agencyId: number
  name: string
}

const followMs = 10_000
const restMs = 300
const firstLook: LogLook = { text: '', level: '', wrap: false, follow: false }

/** A log in the page: its lines, or only those of a level; searched on the server. */
export function LogViewer({ agencyId, name }: LogViewerProps) {
  const [look, setLook] = useState(firstLook)
  const queries = useQueryClient()
  const head = useQuery({
    ...pageQuery(agencyId, name, 1),
    refetchInterval: look.follow ? followMs : false,
  })
  const refresh = (): void => {
    for (const call of [agencyFiles.logLines, agencyFiles.searchLog])
      void queries.invalidateQueries({ queryKey: [call.room, call.name] })
  }
  const loaded = head.data
  return (
    <section className={styles.viewer} aria-labelledby="log-title">
      <div className={styles.head}>
        <Link href={agencyFilePaths.downloads(agencyId)} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          Downloads
        </Link>
        <h2 id="log-title">{name}</h2>
        <span className={styles.end}>
          <Link href={agencyCommandPaths.fill(agencyId, 'log', name)}>Ask for a fresh log</Link>
          <DownloadButton wanted={logFile(agencyId, name)} what={name} />
        </span>
      </div>
      <CardState
        what="log"
        loading={loaded === undefined}
        error={loaded === undefined ? failureText(head.error, fileMessages.wentWrong) : null}
        onRetry={() => void head.refetch()}
        empty={loaded === null ? fileMessages.noLog : null}
      >
        {loaded && (
          <LogBody
            agencyId={agencyId}
            name={name}
            totalLines={loaded.totalLines}
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
  look: LogLook
  onLook: (change: Partial<LogLook>) => void
  onRefresh: () => void
  refreshing: boolean
}

/** Where in the log somebody has gone to: the part that is shown, and the place in it. */
interface Place {
  part: number
  /** The line of the hit that was stepped to; null before the first step. */
  line: number | null
  target: Target | null
}

function LogBody({ agencyId, name, totalLines, look, onLook, onRefresh, refreshing }: LogBodyProps) {
  const [place, setPlace] = useState<Place>({ part: 0, line: null, target: null })
  const [text] = useDebouncedValue(look.text, restMs)
  const { hits, isFull, isSearching, error, retry } = useLogHits(agencyId, name, { text, level: look.level })
  const isFiltered = look.level !== ''
  const end = useEnd(totalLines, look.follow)
  const part = partAt(end?.part ?? place.part, totalLines)
  const hit = hits.findIndex(({ line }) => line === place.line)
  const problem = failureText(error, fileMessages.wentWrong)
  const rows = {
    label: `Lines of ${name}`,
    wrap: look.wrap,
    searched: text,
    current: place.line,
    target: end?.target ?? place.target,
  }
  function step(by: 1 | -1) {
    const index = stepTo(hits, place.line ?? (by === 1 ? part.first - 1 : part.first + part.lines), by)
    const line = index === null ? undefined : hits[index]?.line
    if (index === null || line === undefined) return
    if (look.follow) onLook({ follow: false })
    const at = placeOf(line, totalLines)
    setPlace(isFiltered ? { ...at, target: { index, align: 'center' } } : at)
  }
  function change(next: Partial<LogLook>) {
    // Among all lines again, the hit that was looked at stays in sight.
    if (next.level === '' && place.line !== null) setPlace(placeOf(place.line, totalLines))
    else if (next.level !== undefined) setPlace({ ...place, target: null })
    onLook(next)
  }
  return (
    <>
      <LogToolbar
        look={look}
        onLook={change}
        found={text === '' && !isFiltered ? '' : hitText(hit, hits.length, isSearching, isFull)}
        noStep={hits.length === 0 ? 'There is no match to go to.' : null}
        onStep={step}
        onRefresh={onRefresh}
        refreshing={refreshing}
      />
      {problem !== null && <LogProblem text={problem} onRetry={() => void retry()} />}
      {isFiltered ? (
        <LogHitList {...rows} hits={hits} isSearching={isSearching} target={place.target} />
      ) : (
        <LogLines key={part.index} {...rows} agencyId={agencyId} name={name} part={part} />
      )}
      {!isFiltered && (
        <LogParts
          part={part}
          totalLines={totalLines}
          onPart={(index) => {
            onLook({ follow: false })
            setPlace({ part: index, line: null, target: { index: 0, align: 'center' } })
          }}
        />
      )}
    </>
  )
}

/** The place of a line among all lines. */
function placeOf(line: number, totalLines: number): Place {
  const part = partOfLine(line)
  return { part, line, target: { index: line - partAt(part, totalLines).first, align: 'center' } }
}

/** The last line while the end is followed: a new target each time that the log has grown. */
function useEnd(totalLines: number, follow: boolean): { part: number; target: Target } | null {
  const [end, setEnd] = useState<{ total: number; part: number; target: Target } | null>(null)
  if (!follow) return null
  if (end?.total === totalLines) return end
  const part = partCount(totalLines) - 1
  const made = {
    total: totalLines,
    part,
    target: { index: partAt(part, totalLines).lines - 1, align: 'end' as const },
  }
  setEnd(made)
  return made
}
