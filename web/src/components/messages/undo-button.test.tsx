// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanWhenFinished } from '../../../test/mounted.tsx'
import { UndoButton } from './undo-button.tsx'

function Row({ hasUndo }: { hasUndo: boolean }) {
  return (
    <>
      <input aria-label="Search" />
      <div>
        <button type="button" role="combobox" aria-expanded={false} aria-controls="list">
          Status
        </button>
        {hasUndo && <UndoButton>Undo</UndoButton>}
      </div>
    </>
  )
}

test('as the button to undo disappears with the focus, that goes to what it undid', () => {
  cleanWhenFinished()
  const { rerender } = render(<Row hasUndo />)
  screen.getByRole('button', { name: 'Undo' }).focus()
  rerender(<Row hasUndo={false} />)
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})
