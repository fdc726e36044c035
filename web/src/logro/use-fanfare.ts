import { useEffect, useState } from 'react'

/** [hertz, from, seconds]: up the chord of C, held at the top. */
const NOTES = [
  [523.3, 0, 0.16],
  [659.3, 0.14, 0.16],
  [784, 0.28, 0.16],
  [1046.5, 0.42, 0.7],
  [784, 0.42, 0.7],
  [659.3, 0.42, 0.7],
] as const

/**
 * A fanfare, synthesised in the browser. Browsers allow sound only after a touch: the first touch turns it
 * on, unless it is on a link out of the page; the toggle turns it on and off.
 */
export function useFanfare(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(false)

  useEffect(() => {
    const touched = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a, button')) return
      setOn(true)
    }
    addEventListener('pointerdown', touched, { once: true })
    return () => removeEventListener('pointerdown', touched)
  }, [])

  useEffect(() => {
    if (!isOn) return
    const audio = new AudioContext()
    play(audio)
    return () => void audio.close()
  }, [isOn])

  return { isOn, toggle: () => setOn((before) => !before) }
}

function play(audio: AudioContext): void {
  for (const [hertz, after, seconds] of NOTES) {
    const oscillator = audio.createOscillator()
    const gain = audio.createGain()
    const from = audio.currentTime + 0.05 + after
    oscillator.type = 'triangle'
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(0.0001, from)
    gain.gain.exponentialRampToValueAtTime(0.16, from + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + seconds)
    oscillator.connect(gain).connect(audio.destination)
    oscillator.start(from)
    oscillator.stop(from + seconds + 0.05)
  }
}
