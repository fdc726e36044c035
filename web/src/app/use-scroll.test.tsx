// @vitest-environment happy-dom
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useScroll } from './use-scroll.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

/** The test calls it when the page changed its height. */
let resized: () => void
let height: number
const scrolledTo = vi.fn()

beforeEach(() => {
  height = 2_000
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told
      }
      observe() {}
      disconnect() {
        resized = () => {}
      }
    },
  )
  vi.spyOn(document.body, 'offsetHeight', 'get').mockImplementation(() => height)
  vi.spyOn(window, 'scrollTo').mockImplementation((...args: unknown[]) => {
    const [{ top = 0 }] = args as [ScrollToOptions]
    scrolledTo(top)
    scroll(top)
  })
  Element.prototype.scrollIntoView = function scrollIntoView() {
    scrolledTo(`#${this.id}`)
  }
  window.history.replaceState(null, '', '/lista')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  scrolledTo.mockReset()
})

/** Scrolls as a visitor does. */
function scroll(top: number) {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true })
  window.dispatchEvent(new Event('scroll'))
}

function Frame() {
  useScroll()
  return (
    <>
      <nav>
        <Link to="/producto">producto</Link>
        <Link to="/lista#abajo">abajo</Link>
        <Link to="/lista#a%C3%B1o">año</Link>
        <Link to="/lista#%E0%A4%A">roto</Link>
      </nav>
      <Routes>
        <Route path="/lista" element={<h2 id="abajo">Abajo</h2>} />
        <Route path="/producto" element={<p>Producto</p>} />
      </Routes>
    </>
  )
}

const open = () =>
  render(
    <BrowserRouter>
      <Frame />
    </BrowserRouter>,
  )
const follow = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
async function back() {
  const gone = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
  await act(async () => {
    window.history.back()
    await gone
  })
}
function grow(to: number) {
  height = to
  act(() => resized())
}

it('leaves the first page where the browser scrolled it', () => {
  open()
  expect(scrolledTo).not.toHaveBeenCalled()
})

it('begins a new screen at its top', async () => {
  open()
  scroll(900)
  await follow('producto')
  expect(scrolledTo.mock.calls).toEqual([[0]])
})

it('returns to where the visitor was, and keeps that place while the screen is still loading', async () => {
  open()
  scroll(900)
  await follow('producto')
  await back()
  await screen.findByText('Abajo')
  expect(scrolledTo).toHaveBeenLastCalledWith(900)
  scrolledTo.mockReset()
  grow(3_000)
  expect(scrolledTo.mock.calls).toEqual([[900]])
})

it('does not scroll any more once the visitor moves', async () => {
  open()
  scroll(900)
  await follow('producto')
  await back()
  await screen.findByText('Abajo')
  scrolledTo.mockReset()
  act(() => void window.dispatchEvent(new Event('wheel')))
  grow(3_000)
  expect(scrolledTo).not.toHaveBeenCalled()
})

it('goes to the section that a link names, from where the keyboard goes on; and again when pressed again', async () => {
  open()
  await follow('abajo')
  expect(scrolledTo.mock.calls).toEqual([['#abajo']])
  expect(document.activeElement).toBe(screen.getByText('Abajo'))
  await follow('abajo')
  expect(scrolledTo).toHaveBeenCalledTimes(2)
})

it('goes to a section that arrives later, whose name has an accent', async () => {
  open()
  await follow('año')
  expect(scrolledTo).not.toHaveBeenCalled()
  const section = Object.assign(document.createElement('section'), { id: 'año' })
  document.body.append(section)
  grow(4_000)
  expect(scrolledTo.mock.calls).toEqual([['#año']])
  section.remove()
})

it('survives an anchor that is not encoded as it should be', async () => {
  open()
  await follow('roto')
  expect(screen.getByText('Abajo')).toBeTruthy()
})
