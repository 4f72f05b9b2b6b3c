// The smallest inputs, by the library alone.
import { Window } from 'happy-dom'

const window = new Window()
const { document, HTMLElement } = window
Object.assign(globalThis, { window, document, HTMLElement })
const { default: morphdom } = await import('morphdom')

function made(html) {
  const template = document.createElement('div')
  template.innerHTML = html
  return template.firstElementChild
}

for (const [old, young] of [
  ['<i><i id="a"></i><i id="b"></i></i>', '<i><i id="a"><i id="b"></i><i></i></i></i>'],
  ['<i><i id="a"></i><i id="b"></i><i></i></i>', '<i><i id="a"><i id="b"></i></i></i>'],
]) {
  try {
    console.log(`${old} to ${young}: ${morphdom(made(old), made(young)).outerHTML}`)
  } catch (error) {
    console.log(`${old} to ${young}: ${error.name}`)
  }
}
