import { Fragment, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useNavigateTo } from '../link.tsx'
import { useRetry } from '../loading/use-retry.ts'
import type { DataTableProps } from './data-table-props.ts'
import styles from './unfolded.module.css'
import { EmptyBody, ErrorBody, SkeletonBody } from './table-messages.tsx'
import { TableRow } from './table-row.tsx'
import type { TableControls } from './use-data-table.ts'
import { useStableCallback } from '../use-stable-callback.ts'

const maxSkeletons = 10

export interface TableBodyProps<Row extends object> {
  props: DataTableProps<Row>
  controls: TableControls<Row>
}

function Rows<Row extends object>({ props, controls }: TableBodyProps<Row>): ReactNode {
  const { table, state, rowHref, rowName, expand } = props
  const onNavigate = useStableCallback(useNavigateTo())
  const onSelect = useStableCallback((id: string, range: boolean) => controls.marks?.toggle(id, range))
  const onToggle = useStableCallback(controls.toggleOpen)
  return (
    <tbody>
      {controls.page.map((row) => {
        const id = table.rowId(row)
        const isOpen = state.open === id
        return (
          <Fragment key={id}>
            <TableRow
              row={row}
              id={id}
              name={rowName?.(row) ?? id}
              columns={controls.columns}
              href={rowHref?.(row) ?? null}
              highlighted={props.highlight === id}
              selectable={controls.marks !== null}
              selected={controls.marks?.isSelected(id) ?? false}
              unfolds={expand !== undefined}
              expandWords={props.expandWords ?? null}
              open={isOpen}
              onNavigate={onNavigate}
              onSelect={onSelect}
              onToggle={onToggle}
            />
            {expand && isOpen && (
              <tr className={styles.unfolded}>
                <td colSpan={controls.span}>{expand(row)}</td>
              </tr>
            )}
          </Fragment>
        )
      })}
    </tbody>
  )
}

/** Rows, or the state shown instead: loading, failed, empty, nothing found. */
export function TableBody<Row extends object>({ props, controls }: TableBodyProps<Row>): ReactNode {
  const { rows, empty, search, state, loading } = props
  const { span, lead, filtered, text } = controls
  const last = props.error === null ? null : { text: props.error, requestId: props.requestId ?? null }
  const { failedAt, onRetry } = props
  const { failure, retrying, retry } = useRetry({ failure: last, failedAt, loading, onRetry })
  if (rows === undefined && failure !== null)
    return <ErrorBody span={span} {...failure} retrying={retrying} onRetry={retry} />
  if (rows === undefined && props.unanswered !== undefined)
    return <EmptyBody span={span} text={props.unanswered} />
  if (rows === undefined) {
    return <SkeletonBody rows={Math.min(maxSkeletons, state.size)} lead={lead} span={span} />
  }
  if (filtered.length > 0) return <Rows props={props} controls={controls} />
  const isSearched = text !== '' && (rows.length > 0 || search?.submit !== undefined)
  const next = isSearched ? <Button onClick={controls.clearSearch}>Clear search</Button> : empty.next
  return <EmptyBody span={span} text={empty.text} next={next} />
}
