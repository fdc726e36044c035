import type { Plugin, Rolldown } from 'vite'

/**
 * Makes a plain script of the chunk `name`: a page can ask for it at once and run it when it pleases, while a module
 * runs as soon as it is here, before the first paint if it can. Whoever imports the chunk finds a module in its place
 * that takes what the script left behind, so the script has to come before the first module.
 */
export const plainScript = (name: string): Plugin => {
  let script = ''
  return {
    name: 'plain-script',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const chunk = chunks.find((one) => one.name === name)
      if (!chunk) throw new Error(`No chunk ${name}`)
      const { body, exported } = parts(chunk)
      const taken = body.replaceAll(/import\{([^}]*)\}from"\.\/([^"]+)";/g, (_line, names: string, file: string) => {
        const other = chunks.find(({ fileName }) => fileName.endsWith(`/${file}`))
        if (!other) throw new Error(`${name} imports ${file}`)
        return `const{${names.replaceAll(' as ', ':')}}=${called(parts(other))};`
      })
      const source = `self.${name}=${called({ body: taken, exported })};`
      script = this.getFileName(this.emitFile({ type: 'asset', name: `${name}-script.js`, source }))
      // Under names of our own: the short ones that they were given may be words of the language ('in', 'do')
      const named = exported.map(([, as], index) => ({ as, own: `_${index}` }))
      const taking = named.map(({ as, own }) => `${as}:${own}`).join()
      const giving = named.map(({ as, own }) => `${own} as ${as}`).join()
      chunk.code = `const{${taking}}=self.${name};export{${giving}};`
      chunk.imports = []
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'script', attrs: { defer: true, src: `/${script}` }, injectTo: 'head-prepend' }],
    },
  }
}

type Parts = { body: string; exported: [local: string, as: string][] }

/** Of a chunk as it was written. @throws if it needs to be a module: nothing else can be taken apart */
function parts({ code, fileName }: Rolldown.OutputChunk): Parts {
  const [, body, names] = /^(.*)export\{([^}]*)\};?\s*$/s.exec(code) ?? []
  if (!body || !names || /\bimport\.meta\b|^export /m.test(body)) throw new Error(`${fileName} is no plain code`)
  return {
    body,
    exported: names.split(',').map((one) => {
      const [local = '', as = local] = one.trim().split(' as ')
      return [local, as]
    }),
  }
}

/** Its exports, as an expression. */
const called = ({ body, exported }: Parts): string =>
  `(()=>{"use strict";${body};return{${exported.map(([local, as]) => `${as}:${local}`)}}})()`
