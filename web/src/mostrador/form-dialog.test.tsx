// @vitest-environment happy-dom
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { FormDialog } from './form-dialog.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(cleanup)

it('begins in its first field, where the Enter that opened it, pressed twice, sends nothing', async () => {
  render(
    <FormDialog title="Cancelar el pedido" action="Cancelar" onSubmit={() => {}} onClose={() => {}}>
      <input type="hidden" name="cual" />
      <input aria-label="Motivo" />
    </FormDialog>,
  )
  const field = screen.getByLabelText('Motivo')
  await waitFor(() => expect(document.activeElement).toBe(field))
  /** Whether the browser is left to send the form. */
  const enter = () => fireEvent.keyDown(field, { key: 'Enter' })
  expect([enter(), enter()]).toEqual([false, true])
})
