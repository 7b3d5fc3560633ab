package sat

// varHeap is a binary heap of variables by activity; among equals the smaller
// variable comes first, so runs are reproducible.
type varHeap struct {
	activity []float64
	heap     []int32
	at       []int32 // place in heap, or -1
}

// init fills the heap with the variables 1..n-1.
func (h *varHeap) init(n int) {
	h.activity = make([]float64, n)
	h.at = make([]int32, n)
	h.heap = make([]int32, 0, n)
	h.at[0] = -1
	for v := 1; v < n; v++ {
		h.at[v] = int32(len(h.heap))
		h.heap = append(h.heap, int32(v))
	}
}

func (h *varHeap) before(x, y int32) bool {
	if a, b := h.activity[x], h.activity[y]; a != b {
		return a > b
	}
	return x < y
}

func (h *varHeap) up(i int) {
	v := h.heap[i]
	for i > 0 {
		p := (i - 1) / 2
		if !h.before(v, h.heap[p]) {
			break
		}
		h.heap[i] = h.heap[p]
		h.at[h.heap[i]] = int32(i)
		i = p
	}
	h.heap[i] = v
	h.at[v] = int32(i)
}

func (h *varHeap) down(i int) {
	v := h.heap[i]
	for {
		c := 2*i + 1
		if c >= len(h.heap) {
			break
		}
		if c+1 < len(h.heap) && h.before(h.heap[c+1], h.heap[c]) {
			c++
		}
		if !h.before(h.heap[c], v) {
			break
		}
		h.heap[i] = h.heap[c]
		h.at[h.heap[i]] = int32(i)
		i = c
	}
	h.heap[i] = v
	h.at[v] = int32(i)
}

func (h *varHeap) insert(v int) {
	if h.at[v] < 0 {
		h.heap = append(h.heap, int32(v))
		h.up(len(h.heap) - 1)
	}
}

func (h *varHeap) pop() (v int, ok bool) {
	if len(h.heap) == 0 {
		return 0, false
	}
	top := h.heap[0]
	last := h.heap[len(h.heap)-1]
	h.heap = h.heap[:len(h.heap)-1]
	h.at[top] = -1
	if len(h.heap) > 0 {
		h.heap[0] = last
		h.down(0)
	}
	return int(top), true
}

func (h *varHeap) bump(v int, by float64) {
	h.activity[v] += by
	if h.at[v] >= 0 {
		h.up(int(h.at[v]))
	}
}

func (h *varHeap) rescale(f float64) {
	for v := range h.activity {
		h.activity[v] *= f
	}
}
