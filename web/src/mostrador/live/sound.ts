import { createKept } from '../../ui/state/kept.ts'
import { createStore } from '../../ui/state/store.ts'

const KEY = 'mostrador-sonido'
/** Sounds played recently in this browser: a line each, its instant and its name. */
const HEARD_KEY = 'mostrador-oido'
const keptHeard = createKept('localStorage', HEARD_KEY)
/** A tab in the background notices events up to a minute late. */
const HEARD_MS = 90_000

let context: AudioContext | null = null
const kept = createKept('localStorage', KEY)
const isWanted = () => kept.read() !== 'no'
// On until the clerk turns it off: the login asks
const isOn = createStore(isWanted())
// The clerk turned it on or off in another tab
addEventListener('storage', ({ key }) => key === KEY && isOn.set(isWanted()))

/**
 * A short sound of two notes, unless it is turned off, or another tab of this browser has just played it for
 * the same events.
 * @param what the events, by names that are the same in all tabs
 */
export async function chime(what: readonly string[]): Promise<void> {
  const audio = context
  if (!isOn.get() || !audio) return
  const sound = () => {
    if (claim(what)) play(audio)
  }
  // Absent, whatever the types say, where the context is not secure
  const locks: LockManager | null | undefined = navigator.locks
  if (locks)
    await locks.request(HEARD_KEY, sound).catch(sound) // the browser's settings forbid locks
  else sound()
}

/** Whether no other tab has announced at least one of them. From now on this tab has. */
function claim(what: readonly string[]): boolean {
  const now = Date.now()
  const lines = (keptHeard.read() ?? '').split('\n')
  const recent = lines.filter((line) => now - Number.parseInt(line, 10) < HEARD_MS)
  const heard = new Set(recent.map((line) => line.slice(line.indexOf(' ') + 1)))
  const news = what.filter((one) => !heard.has(one))
  keptHeard.write([...recent, ...news.map((one) => `${now} ${one}`)].join('\n'))
  return news.length > 0
}

function play(context: AudioContext): void {
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

/** Whether the sound was chosen or declined in this browser. */
export const isSoundAnswered = (): boolean => kept.read() !== null

/** The answer given at the login; stored in this browser. */
export function answerSound(wanted: boolean): void {
  isOn.set(wanted)
  kept.write(wanted ? 'si' : 'no')
  if (wanted) unlock()
}

/** Turning it on plays it at once, so that the clerk hears how loud it is. */
export function toggleSound(): void {
  answerSound(!isOn.get())
  if (isOn.get() && context) play(context)
}

export const useSound = (): boolean => isOn.use()
