// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Diferencia } from './diferencia.tsx'

afterEach(cleanup)

const show = () => {
  const onClose = vi.fn()
  const said = { esperado: 31_800, contado: 20_000, diferencia: -11_800, efectivo: [] }
  render(
    <Diferencia
      fondo={30_000}
      said={said}
      isBusy={false}
      problem={null}
      onAgain={() => {}}
      onClose={onClose}
    />,
  )
  return onClose
}

it('does not close the shift by a second Enter of the count: the difference has the focus first', async () => {
  const user = userEvent.setup()
  const onClose = show()
  expect(document.activeElement?.textContent).toContain('11.800')
  await user.keyboard('{Enter}{Enter>5/}')
  expect(onClose).not.toHaveBeenCalled()
})

it('closes the shift by keyboard, once the reason and what stays were passed', async () => {
  const user = userEvent.setup()
  const onClose = show()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByLabelText(/^Qué pasó/))
  await user.keyboard('Mal un vuelto')
  await user.tab()
  await user.keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledExactlyOnceWith({ nota: 'Mal un vuelto', queda: 20_000 })
})
