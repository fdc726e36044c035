import { celularEscritoProblem, readCelular } from '@imprimitodo/shared/rules/base/celular'
import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { useRef } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { MeantHost } from '../../ui/form/meant-host.tsx'
import { setContacto } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import type { DeCampo } from './modelo.ts'
import styles from './paso3.module.css'

/**
 * The customer's e-mail, and the number under which the shop calls. Locked: the account's, changed in the
 * profile.
 */
export function TusDatos({
  contacto,
  locked,
  problemOf,
  leave,
  correct,
  settleEmail,
  inputRef,
}: DeCampo & { contacto: Contacto; locked: boolean; settleEmail: () => void }) {
  const { email, celular } = contacto
  const section = useRef<HTMLElement>(null)
  const leido = readCelular(celular)
  const setEmail = (text: string) => {
    correct('email')
    setContacto({ email: text })
  }
  function correctHost(corrected: string) {
    section.current?.querySelector<HTMLInputElement>('[name=email]')?.focus()
    setEmail(corrected)
  }
  return (
    <section className={styles.block} aria-labelledby="tus-datos" ref={section}>
      <h2 id="tus-datos">Tus datos</h2>
      <div className={styles.pair}>
        <Field
          label="E-mail"
          type="email"
          name="email"
          autoComplete="email"
          required
          readOnly={locked}
          ref={inputRef('email')}
          value={email}
          error={problemOf('email', emailProblem(email))}
          hint="Acá te avisamos cuando esté listo."
          below={!locked && <MeantHost email={email} onCorrect={correctHost} />}
          onBlur={() => {
            settleEmail()
            if (email) leave('email')
          }}
          onChange={({ target }) => setEmail(target.value)}
        />
        <Field
          label="Celular"
          type="tel"
          name="celular"
          autoComplete="tel"
          inputMode="tel"
          maxLength={40}
          required
          readOnly={locked}
          ref={inputRef('celular')}
          value={celular}
          error={problemOf('celular', celularEscritoProblem(celular))}
          hint={leido && `Si hace falta, te llamamos al ${leido.internacional}.`}
          onBlur={() => {
            if (!celular) return
            leave('celular')
            if (leido && !locked) setContacto({ celular: leido.local })
          }}
          onChange={({ target }) => {
            correct('celular')
            setContacto({ celular: target.value })
          }}
        />
      </div>
      {locked && <p className={styles.hint}>Son los datos de tu cuenta: se cambian en Mi Perfil.</p>}
    </section>
  )
}
