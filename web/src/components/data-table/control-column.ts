import { column, type Column, type ColumnOptions } from './column.ts'

type Options<Row> = Required<Pick<ColumnOptions<Row>, 'header' | 'width' | 'cell'>> &
  Pick<ColumnOptions<Row>, 'align'>

/** A column of buttons: it stays in view, cannot be hidden, and there is nothing to sort by. */
export function controlColumn<Row extends object>(id: string, options: Options<Row>): Column<Row> {
  return column<Row>()<string>(id, {
    ...options,
    stuck: 'end',
    sortable: false,
    hideable: false,
    value: () => null,
  })
}
