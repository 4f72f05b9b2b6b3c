import CacheLRU from 'cache-lru'

const cache = new CacheLRU()
cache.set('a', 'old', 1)
cache.set('a', 'new', 60_000)
setTimeout(() => console.log(cache.get('a')), 20) // undefined; it should be 'new'
