import { type RefObject, useEffect, useRef } from 'react'

/** For a form: when its `problems` change, the focus goes to the first field that is marked as wrong by then. */
export function useFirstWrong(problems: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: their change is what it waits for
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return form
}
