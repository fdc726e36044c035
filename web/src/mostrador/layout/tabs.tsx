import { type ReactNode, useEffect, useRef } from 'react'

/** Links between related screens. On a phone they scroll, so that the present one may be out of sight. */
export function Tabs({
  label,
  className,
  children,
}: {
  label: string
  className: string | undefined
  children: ReactNode
}) {
  const tabs = useRef<HTMLElement>(null)
  const width = useRef(0)
  useEffect(() => {
    // A number that is loaded later changes their widths
    if (!tabs.current || tabs.current.scrollWidth === width.current) return
    width.current = tabs.current.scrollWidth
    const current = tabs.current.querySelector<HTMLElement>('[aria-current]')
    if (current) tabs.current.scrollTo({ left: current.offsetLeft - 60 })
  })
  return (
    <nav ref={tabs} className={className} aria-label={label}>
      {children}
    </nav>
  )
}
