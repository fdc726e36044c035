import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Link } from './link.tsx'
import { useLive } from './state/use-live.ts'

type Look = {
  /** 'primary' is the one main action of a screen. */
  variant?: 'primary' | 'secondary'
  size?: 'normal' | 'medium'
  wide?: boolean
  icon?: LucideIcon
  iconAfter?: LucideIcon
  children: ReactNode
}

const look = ({ variant = 'secondary', size = 'normal', wide }: Look, className?: string) =>
  cx(styles.button, styles[variant], size === 'medium' && styles.medium, wide && styles.wide, className)

function Content({ icon: Icon, iconAfter: After, children }: Look) {
  return (
    <>
      {Icon && <Icon size={20} strokeWidth={2.4} aria-hidden />}
      {children}
      {After && <After size={20} strokeWidth={2.4} aria-hidden />}
    </>
  )
}

export function Button({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  children,
  className,
  type = 'button',
  disabled,
  ...rest
}: Look & ComponentProps<'button'>) {
  const isLive = useLive()
  const all = { variant, size, wide, icon, iconAfter, children }
  return (
    <button {...rest} type={type} disabled={disabled || !isLive} className={look(all, className)}>
      <Content {...all} />
    </button>
  )
}

/** A link to a page of this app that looks like a button. `ExternalButton` links to any other address. */
export function LinkButton({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  children,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  const all = { variant, size, wide, icon, iconAfter, children }
  return (
    <Link {...rest} className={look(all, className)}>
      <Content {...all} />
    </Link>
  )
}

/** A link out of the app (payment, WhatsApp, a PDF) that looks like a button. */
export function ExternalButton({
  variant,
  size,
  wide,
  icon,
  iconAfter,
  children,
  className,
  ...rest
}: Look & ComponentProps<'a'>) {
  const all = { variant, size, wide, icon, iconAfter, children }
  return (
    <a {...rest} className={look(all, className)}>
      <Content {...all} />
    </a>
  )
}

/** A button that reads like a link: secondary actions inside text and lists. */
export function TextButton({
  icon: Icon,
  children,
  className,
  type = 'button',
  ...rest
}: { icon?: LucideIcon; children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button {...rest} type={type} className={cx(styles.text, className)}>
      {Icon && <Icon size={20} strokeWidth={2.4} aria-hidden />}
      {children}
    </button>
  )
}

export function TextLink({
  icon: Icon,
  children,
  className,
  ...rest
}: { icon?: LucideIcon; children: ReactNode } & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={cx(styles.text, className)}>
      {Icon && <Icon size={20} strokeWidth={2.4} aria-hidden />}
      {children}
    </Link>
  )
}

/** A square button with only an icon; `label` is its accessible name. */
export function IconButton({
  icon: Icon,
  label,
  quiet,
  className,
  type = 'button',
  disabled,
  ...rest
}: { icon: LucideIcon; label: string; quiet?: boolean } & ComponentProps<'button'>) {
  const isLive = useLive()
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled || !isLive}
      aria-label={label}
      className={cx(styles.icon, quiet && styles.quiet, className)}
    >
      <Icon size={20} strokeWidth={2.4} aria-hidden />
    </button>
  )
}
