// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

const onClose = vi.fn()
beforeEach(() => {
  onClose.mockReset()
  render(
    <Dialog title="Nota" onClose={onClose}>
      <input aria-label="Texto" />
    </Dialog>,
  )
})
afterEach(cleanup)

const backdrop = () => screen.getByRole('dialog')
const field = () => screen.getByLabelText('Texto')
/** Presses as a browser does: the click goes to the element that contains both ends of the press. */
function press(from: HTMLElement) {
  fireEvent.pointerDown(from)
  fireEvent.click(backdrop())
}

describe('a dialog', () => {
  it('closes by a press beside it', () => {
    press(backdrop())
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('stays when a press begins inside and ends beside it, as when text is selected', () => {
    press(field())
    expect(onClose).not.toHaveBeenCalled()
  })

  it('in which something was typed closes only by its button or Escape', () => {
    fireEvent.change(field(), { target: { value: 'Llamó Brenda' } })
    press(backdrop())
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
    fireEvent(backdrop(), new Event('cancel'))
    expect(onClose).toHaveBeenCalledTimes(2)
  })
})

it('a dialog whose content is shown once closes by its button alone', () => {
  cleanup()
  render(
    <Dialog
      title="Códigos"
      isShownOnce
      onClose={onClose}
      actions={
        <button type="button" onClick={onClose}>
          Ya los guardé
        </button>
      }
    >
      <p>1234</p>
    </Dialog>,
  )
  press(backdrop())
  fireEvent.keyDown(backdrop(), { key: 'Escape' })
  fireEvent(backdrop(), new Event('cancel', { cancelable: true }))
  // A phone's browser closes it by itself after a second back gesture
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  dialog.close()
  expect([onClose.mock.calls, dialog.open]).toEqual([[], true])
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ya los guardé' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('a dialog whose content is shown once stays at the browser’s back button, and asks before a reload', () => {
  cleanup()
  const push = vi.spyOn(history, 'pushState')
  const goBack = () => window.dispatchEvent(new PopStateEvent('popstate'))
  const asksToStay = () => {
    const event = new Event('beforeunload', { cancelable: true })
    return !window.dispatchEvent(event) && Reflect.get(event, 'returnValue') === true
  }
  const { unmount } = render(
    <Dialog title="Códigos" isShownOnce onClose={onClose}>
      <p>1234</p>
    </Dialog>,
  )
  expect([push.mock.calls.length, asksToStay()]).toEqual([1, true])
  goBack() // to the same page, of which there is one more entry again
  expect(push.mock.calls).toEqual([
    [history.state, ''],
    [history.state, ''],
  ])
  unmount()
  goBack()
  expect([push.mock.calls.length, asksToStay()]).toEqual([2, false])
  vi.restoreAllMocks()
})

it('a dialog whose content is shown once goes forward again after two quick presses of the back button', () => {
  cleanup()
  history.replaceState(null, '', '/mostrador/cuenta')
  const routed = vi.fn()
  window.addEventListener('popstate', routed)
  render(
    <Dialog title="Códigos" isShownOnce onClose={onClose}>
      <p>1234</p>
    </Dialog>,
  )
  const push = vi.spyOn(history, 'pushState')
  const go = vi.spyOn(history, 'go').mockReturnValue()
  history.replaceState(null, '', '/mostrador')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect([go.mock.calls, push.mock.calls.length, routed.mock.calls.length]).toEqual([[[1]], 0, 0])
  history.replaceState(null, '', '/mostrador/cuenta')
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect([go.mock.calls.length, push.mock.calls.length]).toEqual([1, 1])
  window.removeEventListener('popstate', routed)
  vi.restoreAllMocks()
})
