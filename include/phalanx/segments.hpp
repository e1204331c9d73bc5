// Segments: an army that lies in several pieces, such as the chunks of Unreal's Mass, taken as one in the order of the pieces.
#ifndef PHALANX_SEGMENTS_HPP
#define PHALANX_SEGMENTS_HPP

#include "status.hpp"
#include "view.hpp"

#include <vector>

namespace phalanx {

// Views in a row. Cleared and filled again every frame, it keeps its memory.
template <class T> class Segments {
public:
    void clear() { pieces_.clear(), size_ = 0; }
    // Adds a piece behind the others.
    void add(const View<T>& piece) { pieces_.push_back(piece), size_ += piece.size(); }
    // Elements of all pieces.
    std::size_t size() const { return size_; }
    const std::vector<View<T>>& pieces() const { return pieces_; }

private:
    std::vector<View<T>> pieces_;
    std::size_t size_ = 0;
};

// Copies the elements of all pieces into one array, one to one.
template <class T> void gather(const Segments<T>& from, std::vector<std::remove_const_t<T>>& into) {
    into.clear();
    into.reserve(from.size());
    for (const View<T>& piece : from.pieces()) {
        for (std::size_t index = 0; index < piece.size(); ++index) into.push_back(piece[index]);
    }
}

// Copies an array back into the pieces, one to one; elements are converted where their types differ.
// PHX_E_LENGTH_MISMATCH, and nothing is written, unless there are as many elements as places.
template <class C, class T> PHALANX_STATUS_MATTERS Status scatter(const C& from, const Segments<T>& into) {
    if (detail::size_of(from) != into.size()) {
        return detail::fail(PHX_E_LENGTH_MISMATCH, "scatter: the array is not as long as the segments");
    }
    const auto* next = detail::data_of(from);
    for (const View<T>& piece : into.pieces()) {
        for (std::size_t index = 0; index < piece.size(); ++index) piece[index] = static_cast<T>(*next++);
    }
    return Status();
}

} // namespace phalanx

#endif
