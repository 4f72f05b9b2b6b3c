// morphdom and nanomorph: what is shown must become what is to be shown.
import { Window } from 'happy-dom'
import * as driver from '../../../packages/javascript/src/driver/index.js' // of one's own: 'korrel/driver'

const window = new Window()
const { document } = window
Object.assign(globalThis, { window, document, HTMLElement: window.HTMLElement })

function made({ id, children }) {
  const element = document.createElement('p')
  if (id) element.id = id
  element.append(...children.map(made))
  return element
}

const text = (element) => element.outerHTML.replaceAll('</p>', ')').replaceAll(/<p(?: id="(.)")?>/g, '$1(')

/** The children of each element by their ids. */
function childrenOf(root) {
  const children = ({ children }) => new Map([...children].filter(({ id }) => id).map((child) => [child.id, child]))
  return new Map([root, ...root.querySelectorAll('*')].map((element) => [element, children(element)]))
}

/** The judge of a pair of documents, by the library of this name. */
async function judge(library) {
  const { default: morph } = await import(library)
  return (old, young) => {
    const shown = made(old)
    const [before, wanted, kept] = [text(shown), text(made(young)), childrenOf(shown)]
    const after = morph(shown, made(young))
    if (text(after) !== wanted) throw new driver.Fail('another document', `${before} to ${wanted}: ${text(after)}`)
    for (const child of after.querySelectorAll('[id]')) {
      const same = kept.get(child.parentElement)?.get(child.id)
      if (same && same !== child) throw new driver.Fail('another element of the same id', `${before} to ${wanted}: ${child.id}`)
    }
    if (after !== shown) throw new driver.Fail('another root', `${before} to ${wanted}`)
  }
}

driver.operation('morph', await judge(process.argv[2]), { judges: true })
driver.serve()
