// For tests only: keys as a hand presses them.
import { act } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { PAUSE_MS } from './atajos.ts'

const pause = () => act(() => new Promise<void>((done) => setTimeout(done, PAUSE_MS)))

/** Presses the keys with a pause before and after each. Without pauses they would be those of a hand scanner. */
export async function pressByHand(user: UserEvent, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await pause()
    await user.keyboard(key)
    await pause()
  }
}
