/** Sets a property. One called `__proto__` is a property like others. */
export function put(object, name, value) {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
