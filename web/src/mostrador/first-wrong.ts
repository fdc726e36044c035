import { type RefObject, useEffect, useRef } from 'react'

/** For a form: when its `problems` change, the focus goes to the first field marked as wrong. */
export function useFirstWrong(problems: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the problems change
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  return form
}
