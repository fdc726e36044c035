// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

afterEach(cleanup)

const Shown = ({ of }: { of: { use(): number } }) => <p>{of.use()}</p>

it('every component that follows it shows a new value', () => {
  const store = createStore(1)
  render(
    <>
      <Shown of={store} />
      <Shown of={store} />
    </>,
  )
  act(() => store.set(2))
  expect(screen.getAllByText('2')).toHaveLength(2)
  expect(store.get()).toBe(2)
})

it('a page made ahead shows the value given for it, else the store’s value', () => {
  expect(renderToString(<Shown of={createStore(1, { made: 0 })} />)).toBe('<p>0</p>')
  expect(renderToString(<Shown of={createStore(1)} />)).toBe('<p>1</p>')
})

it('watches from the first component that follows to the last', () => {
  const end = vi.fn()
  const watch = vi.fn(() => end)
  const store = createStore(0, { watch })
  const one = renderHook(() => store.use())
  const other = renderHook(() => store.use())
  one.unmount()
  expect([watch.mock.calls.length, end.mock.calls.length]).toEqual([1, 0])
  other.unmount()
  expect(end).toHaveBeenCalledOnce()
})
