// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Field } from '../ui/form/field.tsx'
import { FormDialog } from './form-dialog.tsx'

const onSubmit = vi.fn()
const onClose = vi.fn()
beforeEach(() => {
  onSubmit.mockReset()
  onClose.mockReset()
})
afterEach(cleanup)

const user = userEvent.setup()
const dialog = (more: Partial<ComponentProps<typeof FormDialog>> & { wrong?: string } = {}) => (
  <FormDialog
    title="Devolver dinero"
    action="Devolver"
    busyText="Devolviendo…"
    isBusy={false}
    onSubmit={onSubmit}
    onClose={onClose}
    {...more}
  >
    <Field label="Nota" />
    <Field label="Importe" error={more.wrong ?? null} />
  </FormDialog>
)
const buttons = () =>
  screen.getAllByRole('button').flatMap(({ textContent }) => (textContent ? [textContent] : []))

describe('a form in a dialog', () => {
  it('does the action or closes', async () => {
    render(dialog())
    expect(buttons()).toEqual(['No, volver', 'Devolver'])
    await user.click(screen.getByRole('button', { name: 'Devolver' }))
    expect(onSubmit).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'No, volver' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('is not sent again while the call is under way, and says so', async () => {
    render(dialog({ isBusy: true, back: 'Cancelar' }))
    expect(buttons()).toEqual(['Cancelar', 'Devolviendo…'])
    await user.click(screen.getByRole('button', { name: 'Devolviendo…' }))
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('can only be closed once there is nothing to send, also by Enter in a field', async () => {
    render(dialog({ onlyClose: 'Entendido' }))
    expect(buttons()).toEqual(['Entendido'])
    await user.type(screen.getByLabelText('Importe'), '5{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Entendido' }))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('asks before Escape closes it, once a text was typed', async () => {
    render(dialog())
    await user.click(screen.getByLabelText('Importe'))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await user.type(screen.getByLabelText('Importe'), '500{Escape}')
    screen.getByRole('alertdialog', { name: '¿Cerrar el formulario?' })
    screen.getByRole('button', { name: 'No, seguir' }).focus() // as a browser does
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Importe').value).toBe('500')
    expect(document.activeElement).toBe(screen.getByLabelText('Importe'))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await user.click(screen.getByRole('button', { name: 'Sí, cerrar' }))
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('with a typed text that was removed again, or with nothing left to send, is closed by Escape', async () => {
    const { rerender } = render(dialog())
    await user.type(screen.getByLabelText('Importe'), '5{Backspace}{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await user.type(screen.getByLabelText('Importe'), '5')
    rerender(dialog({ onlyClose: 'Entendido' }))
    await user.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledTimes(2)
  })

  it('moves the focus to the first wrong field, each time there is a problem', () => {
    const { rerender } = render(dialog({ problems: {} }))
    rerender(dialog({ problems: { importe: 'No.' }, wrong: 'No.' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Importe'))
    screen.getByLabelText('Nota').focus()
    rerender(dialog({ problems: { importe: 'Tampoco.' }, wrong: 'Tampoco.' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Importe'))
  })
})

it('begins at once in its first field, where the Enter that opened it, pressed twice, sends nothing', () => {
  const open = () => {
    cleanup()
    render(
      <FormDialog title="Cancelar el pedido" action="Cancelar" onSubmit={() => {}} onClose={() => {}}>
        <input type="hidden" name="cual" />
        <input aria-label="Motivo" />
      </FormDialog>,
    )
    const field = screen.getByLabelText('Motivo')
    expect(document.activeElement).toBe(field)
    return field
  }
  /** Whether the browser is left to send the form. */
  const enter = (field: HTMLElement) => fireEvent.keyDown(field, { key: 'Enter' })
  const field = open()
  expect([enter(field), enter(field)]).toEqual([false, true])
  const filled = open()
  fireEvent.input(filled, { target: { value: 'pegado' } })
  expect(enter(filled)).toBe(true)
})

it('takes an Enter that comes after a double press', async () => {
  vi.useFakeTimers()
  try {
    render(dialog())
    const field = screen.getByLabelText('Nota')
    expect(document.activeElement).toBe(field)
    await vi.advanceTimersByTimeAsync(700)
    expect(fireEvent.keyDown(field, { key: 'Enter', repeat: true })).toBe(false)
    await vi.advanceTimersByTimeAsync(700)
    expect(fireEvent.keyDown(field, { key: 'Enter', repeat: true })).toBe(false)
    await vi.advanceTimersByTimeAsync(800)
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

it('begins in its chosen radio button or its box, and in no field that is off or not shown', () => {
  const scroll = vi.fn()
  const watch = (field: HTMLElement | null) => {
    if (field) field.scrollIntoView = scroll
  }
  const begin = (fields: ReactNode, label: string) => {
    cleanup()
    render(
      <FormDialog title="Cancelar el pedido" action="Cancelar" onSubmit={() => {}} onClose={() => {}}>
        <input aria-label="Apagado" disabled />
        <input aria-label="Escondido" hidden />
        <p hidden>
          <input aria-label="Guardado" />
        </p>
        {fields}
        <input aria-label="Nota" />
      </FormDialog>,
    )
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest' })
  }
  const motivos = (chosen: string | null) =>
    ['Sin papel', 'Se arrepintió'].map((text) => (
      <input
        key={text}
        ref={watch}
        type="radio"
        name="motivo"
        aria-label={text}
        defaultChecked={text === chosen}
      />
    ))
  begin(motivos(null), 'Sin papel')
  begin(motivos('Se arrepintió'), 'Se arrepintió')
  begin(<input ref={watch} type="checkbox" aria-label="Avisarle" />, 'Avisarle')
})
