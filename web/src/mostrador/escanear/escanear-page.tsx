import { formatTime } from '@imprimitodo/shared/rules/base/fecha'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useLectora } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { Heading } from '../layout/heading.tsx'
import { Camara } from './camara.tsx'
import styles from './escanear.module.css'
import { ResultadoDeEscaneo } from './resultado.tsx'
import { useCodigoDeLaDireccion } from './use-codigo-de-la-direccion.ts'
import { type Anotado, useEscaneo } from './use-escaneo.ts'

/** Any code that a customer brings: scanned by camera or by hand scanner, or typed; looked at, then used. */
export function EscanearPage() {
  const { escaneo, anotados, problem, emailProblem, isBusy, read, use } = useEscaneo()
  useLectora('pantalla', (text) => void read(text))
  useCodigoDeLaDireccion((codigo) => void read(codigo))
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <Heading title="Escanear" />
        <p className="muted">Código de retiro, cupón, ruleta o premio: da igual cuál, lo reconocemos.</p>
      </div>
      <div className={styles.columns}>
        <div className={styles.column}>
          <Camara onText={(text) => void read(text)} />
          <Tipeado isBusy={isBusy} read={read} />
        </div>
        <div className={styles.column}>
          {problem && <Notice tone="error">{problem}</Notice>}
          {escaneo && (
            <ResultadoDeEscaneo
              key={escaneo.codigo}
              escaneo={escaneo}
              emailProblem={emailProblem}
              isBusy={isBusy}
              use={(email) => void use(escaneo.codigo, email)}
            />
          )}
          {!escaneo && !problem && (
            <p className="muted">Acá aparece qué es el código y si sirve. Mirarlo no lo marca como usado.</p>
          )}
          <Ultimos anotados={anotados} />
        </div>
      </div>
    </div>
  )
}

/** Takes the keys that are typed while no field has the focus, except shortcuts. */
function Tipeado({ isBusy, read }: { isBusy: boolean; read: (text: string) => Promise<void> }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus({ preventScroll: true })
    const catchKeys = ({ key, target, ctrlKey, altKey, metaKey, defaultPrevented }: KeyboardEvent) => {
      const isElsewhere = target instanceof Element && target.closest('input, textarea, select, dialog')
      if (defaultPrevented || isElsewhere || key.length !== 1 || key === ' ' || ctrlKey || altKey || metaKey)
        return
      input.current?.focus()
    }
    // On the window, as the shortcuts, which come first
    addEventListener('keydown', catchKeys)
    return () => removeEventListener('keydown', catchKeys)
  }, [])
  return (
    <form
      className={styles.typed}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return input.current?.focus()
        void read(text)
        setText('')
      }}
    >
      <Field
        label="Código"
        hint="También podés usar la lectora: apuntá y el código se busca solo."
        placeholder="XXXX-XXXX-XXXX"
        className={styles.input}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        ref={input}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <BusyButton type="submit" className={styles.search} isBusy={isBusy} busyText="Buscando…">
        Buscar
      </BusyButton>
    </form>
  )
}

function Ultimos({ anotados }: { anotados: readonly Anotado[] }) {
  if (anotados.length === 0) return null
  return (
    <section aria-labelledby="ultimos">
      <h2 id="ultimos">Últimos escaneos</h2>
      <ul className={styles.last}>
        {anotados.map(({ id, cuando, codigo, text, isGood }) => (
          <li key={id} className={isGood ? styles.good : styles.bad}>
            <time>{formatTime(cuando)}</time>
            {isGood ? <CircleCheck size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
            <span>{text}</span>
            <code>{codigo}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
