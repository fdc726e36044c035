import { createStore } from '../../ui/store.ts'

const KEY = 'mostrador-sonido'

let context: AudioContext | null = null
const isOn = createStore(localStorage.getItem(KEY) === 'si')

/** A short sound of two notes, if the clerk turned it on. */
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
  context ??= new AudioContext()
  void context.resume()
}
for (const touch of ['pointerdown', 'keydown'])
  addEventListener(touch, () => isOn.get() && unlock(), { once: true })

/** Turning it on lets it be heard at once: the clerk knows how loud the machine is. */
export function toggleSound(): void {
  isOn.set(!isOn.get())
  localStorage.setItem(KEY, isOn.get() ? 'si' : 'no')
  if (isOn.get()) {
    unlock()
    chime()
  }
}

export const useSound = (): boolean => isOn.use()
