import { useRef, useState } from 'react'

/**
 * A row of slides, each as wide as its track, which the finger scrolls and snaps by itself (CSS). `go` wraps around
 * at both ends. Nothing moves on its own.
 */
export function useSlides<T extends HTMLElement>(count: number) {
  const track = useRef<T>(null)
  const [index, setIndex] = useState(0)
  /** The slide that `go` is scrolling to: slides in between do not count as shown. */
  const target = useRef<number | null>(null)

  const at = () => {
    const { scrollLeft = 0, clientWidth = 1 } = track.current ?? {}
    return Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth)))
  }
  const go = (to: number) => {
    const next = (to + count) % count
    target.current = next === at() ? null : next
    setIndex(next)
    track.current?.scrollTo({ left: next * track.current.clientWidth })
  }
  /** The finger or the wheel takes over from `go`. */
  const release = () => {
    target.current = null
  }
  const onScroll = () => {
    if (target.current !== null && target.current !== at()) return
    release()
    setIndex(at())
  }
  /** The position is final now, no matter what scrolled the track. */
  const onScrollEnd = () => {
    release()
    setIndex(at())
  }
  const props = { ref: track, onScroll, onScrollEnd, onPointerDown: release, onWheel: release }
  return { index: Math.min(index, count - 1), go, props }
}
