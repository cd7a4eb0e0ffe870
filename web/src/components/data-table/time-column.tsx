import type { InstantFormat } from '@agency-support/contract/rules/instant-format'
import { column, type ColumnOptions } from './column.ts'
import { LocalTime } from '../text/local-time.tsx'
import { Zone } from '../text/zone.tsx'

type Options = Pick<ColumnOptions<never>, 'header' | 'mark' | 'width' | 'rowHeader' | 'hideable'> & {
  format: InstantFormat
}

/** A column of instants, sorted by time and shown in local time; null is none. */
export function timeColumn<Id extends string>(id: Id, { format, ...options }: Options) {
  return column<Record<Id, string | null>>()(id, {
    align: 'end',
    zone: <Zone />,
    value: ({ [id]: at }) => at && Date.parse(at),
    cell: ({ [id]: at }) => at && <LocalTime at={at} format={format} />,
    ...options,
  })
}
