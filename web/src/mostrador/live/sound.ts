import { createStore } from '../../ui/store.ts'

const KEY = 'mostrador-sonido'

let context: AudioContext | null = null
// On until somebody turns it off: the login asks
const isOn = createStore(localStorage.getItem(KEY) !== 'no')

/** A short sound of two notes, unless it was turned off. */
export function chime(): void {
  if (!isOn.get() || !context) return
  const start = context.currentTime
  for (const [index, hertz] of [659.3, 987.8].entries()) {
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    const from = start + index * 0.14
    oscillator.frequency.value = hertz
    gain.gain.setValueAtTime(0.0001, from)
    gain.gain.exponentialRampToValueAtTime(0.3, from + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, from + 0.35)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(from)
    oscillator.stop(from + 0.4)
  }
}

/** Browsers let a page sound only after a touch. */
function unlock(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
}
for (const touch of ['pointerdown', 'keydown'])
  addEventListener(touch, () => isOn.get() && unlock(), { once: true })

/** Whether somebody said on this browser that they want it, or not. */
export const isSoundAnswered = (): boolean => localStorage.getItem(KEY) !== null

/** As it was said at the login; remembered for this browser. */
export function answerSound(wanted: boolean): void {
  isOn.set(wanted)
  localStorage.setItem(KEY, wanted ? 'si' : 'no')
  if (wanted) unlock()
}

/** Turning it on lets it be heard at once: the clerk knows how loud the machine is. */
export function toggleSound(): void {
  answerSound(!isOn.get())
  if (isOn.get()) chime()
}

export const useSound = (): boolean => isOn.use()
