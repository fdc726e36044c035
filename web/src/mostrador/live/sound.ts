import { createStore } from '../../ui/store.ts'

const KEY = 'mostrador-sonido'
/** What was heard in this browser a short while ago: a line each, its instant and its name. */
const HEARD_KEY = 'mostrador-oido'
/** A tab that is not looked at hears of what happens up to a minute late. */
const HEARD_MS = 90_000

let context: AudioContext | null = null
const isWanted = () => localStorage.getItem(KEY) !== 'no'
// On until somebody turns it off: the login asks
const isOn = createStore(isWanted())
// Turned on or off in another tab
addEventListener('storage', ({ key }) => key === KEY && isOn.set(isWanted()))

/**
 * A short sound of two notes, unless it was turned off, or another tab of this browser sounded for the same just before.
 * @param what the things that it tells of, by names that are the same in all tabs
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
    await locks.request(HEARD_KEY, sound).catch(sound) // forbidden by the browser's settings
  else sound()
}

/** Whether no tab told of at least one of them. From now on this one did. */
function claim(what: readonly string[]): boolean {
  const now = Date.now()
  const lines = (localStorage.getItem(HEARD_KEY) ?? '').split('\n')
  const recent = lines.filter((line) => now - Number.parseInt(line, 10) < HEARD_MS)
  const heard = new Set(recent.map((line) => line.slice(line.indexOf(' ') + 1)))
  const news = what.filter((one) => !heard.has(one))
  localStorage.setItem(HEARD_KEY, [...recent, ...news.map((one) => `${now} ${one}`)].join('\n'))
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
  if (isOn.get() && context) play(context)
}

export const useSound = (): boolean => isOn.use()
